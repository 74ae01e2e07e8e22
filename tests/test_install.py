"""`packetlint install` and `--uninstall`: what is written, and what is left alone."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from briefs import LINE
from hooking import FOUND, find_packetlint, install, said

from packetlint.cli.install import HOOKS

if TYPE_CHECKING:
    from gitrepo import Repo

_SHIPPED = Path(__file__).resolve().parents[1] / "hooks"
_FOREIGN = "#!/bin/sh\n# File made by another program\nexit 0\n"
_USUAL = ["pre-commit", "pre-merge-commit"]


def _installed(repo: Repo) -> list[str]:
    return sorted(path.name for path in (repo.top / ".git/hooks").iterdir() if path.suffix != ".sample")


def _refused(repo: Repo, *arguments: str) -> str:
    done = repo.run("packetlint", "install", *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    return done.stderr.decode()


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_is_shipped_marked_and_executable(name: str) -> None:
    path = _SHIPPED / name
    assert path.read_text().splitlines()[:2] == ["#!/bin/sh", "# packetlint git hook, version 2"]
    assert os.access(path, os.X_OK)


def test_no_hook_is_shipped_that_cannot_be_installed() -> None:
    assert sorted(path.name for path in _SHIPPED.iterdir()) == sorted(HOOKS)


def test_the_usual_hooks_are_copied_and_can_be_executed(repo: Repo) -> None:
    directory = repo.top / ".git/hooks"
    assert install(repo) == [f"installed {directory / name}" for name in _USUAL]
    assert _installed(repo) == _USUAL
    for name in _USUAL:
        assert (directory / name).read_bytes() == (_SHIPPED / name).read_bytes()
        assert os.access(directory / name, os.X_OK)


def test_an_installed_hook_refuses_a_commit(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    find_packetlint(monkeypatch)
    install(repo)
    repo.write({"a.md": LINE})
    repo.add()
    done = repo.run("git", "commit", "--message", "work")
    assert done.returncode == 1
    assert FOUND in said(done)


def test_hooks_are_chosen_by_name(repo: Repo) -> None:
    install(repo, "--hook", "pre-push", "pre-commit", "--hook", "pre-push")
    assert _installed(repo) == ["pre-commit", "pre-push"]


def test_an_unknown_hook_is_a_usage_error(repo: Repo) -> None:
    assert "invalid choice: 'post-commit'" in _refused(repo, "--hook", "post-commit")


def test_twice_is_the_same_as_once(repo: Repo) -> None:
    install(repo)
    hook = repo.top / ".git/hooks/pre-commit"
    before = hook.stat()
    assert install(repo)[0] == f"in place already: {hook}"
    assert hook.stat().st_mtime_ns == before.st_mtime_ns


def test_a_hook_of_another_version_is_updated(repo: Repo) -> None:
    install(repo)
    hook = repo.top / ".git/hooks/pre-commit"
    hook.write_text("#!/bin/sh\n# packetlint git hook, version 0\nexit 0\n")
    assert install(repo)[0] == f"updated {hook}"
    assert hook.read_bytes() == (_SHIPPED / "pre-commit").read_bytes()


def test_a_hook_that_lost_its_mode_gets_it_back(repo: Repo) -> None:
    install(repo)
    hook = repo.top / ".git/hooks/pre-commit"
    hook.chmod(0o644)
    assert install(repo)[0] == f"updated {hook}"
    assert os.access(hook, os.X_OK)


@pytest.mark.parametrize("content", [_FOREIGN, "", "#!/bin/sh\n", "\x00\x01"], ids=["program", "empty", "nothing", "bytes"])
def test_somebody_elses_hook_stays_and_nothing_is_installed(repo: Repo, content: str) -> None:
    repo.write({".git/hooks/pre-merge-commit": content})
    message = _refused(repo)
    assert message.startswith(f"packetlint: {repo.top}/.git/hooks/pre-merge-commit is there already (")
    assert message.count("\n") == 1
    assert repo.read(".git/hooks/pre-merge-commit") == content
    assert _installed(repo) == ["pre-merge-commit"]


def test_the_refusal_says_what_is_there_and_what_may_be_called(repo: Repo) -> None:
    repo.write({".git/hooks/pre-commit": _FOREIGN})
    message = _refused(repo)
    assert "(it begins `# File made by another program`)" in message
    assert f"have it call {_SHIPPED / 'pre-commit'}" in message


def test_a_name_or_text_with_control_characters_is_shown_escaped(repo: Repo) -> None:
    repo.write({".git/hooks/pre-commit": "#!/bin/sh\n# \x1b[31mred\n"})
    assert r"\x1b[31mred" in _refused(repo)


def test_a_hook_that_was_edited_is_somebody_elses(repo: Repo) -> None:
    install(repo)
    hook = repo.top / ".git/hooks/pre-commit"
    edited = hook.read_text().replace("exec ", "echo mine; exec ")
    hook.write_text(edited)
    assert "edited since it was installed" in _refused(repo)
    assert "remove it yourself" in _refused(repo, "--uninstall")
    assert hook.read_text() == edited
    assert _installed(repo) == _USUAL


@pytest.mark.parametrize("target", ["elsewhere", "../../hook"])
def test_a_symbolic_link_is_neither_followed_nor_replaced(repo: Repo, target: str) -> None:
    repo.write({"hook": _FOREIGN})
    (repo.top / ".git/hooks/pre-commit").symlink_to(target)
    assert f"a symbolic link to {target}" in _refused(repo)
    assert install(repo, "--uninstall") == [f"no hook of packetlint's in {repo.top}/.git/hooks"]
    assert (repo.top / ".git/hooks/pre-commit").readlink() == Path(target)
    assert repo.read("hook") == _FOREIGN


def test_a_directory_of_a_hooks_name_stays(repo: Repo) -> None:
    (repo.top / ".git/hooks/pre-commit").mkdir()
    assert "(no regular file)" in _refused(repo)


def test_uninstall_removes_ours_and_only_ours(repo: Repo) -> None:
    install(repo, "--hook", *HOOKS[:3])
    repo.write({".git/hooks/pre-receive": _FOREIGN, ".git/hooks/post-merge": _FOREIGN})
    assert install(repo, "--uninstall") == [f"removed {repo.top}/.git/hooks/{name}" for name in HOOKS[:3]]
    assert _installed(repo) == ["post-merge", "pre-receive"]


def test_uninstall_takes_one_hook_by_name_and_an_older_one_too(repo: Repo) -> None:
    install(repo)
    repo.write({".git/hooks/pre-commit": "#!/bin/sh\n# packetlint git hook, version 0\n"})
    install(repo, "--uninstall", "--hook", "pre-commit")
    assert _installed(repo) == ["pre-merge-commit"]


def test_uninstall_of_nothing_says_so(repo: Repo) -> None:
    assert install(repo, "--uninstall") == [f"no hook of packetlint's in {repo.top}/.git/hooks"]


def test_outside_a_repository_it_is_a_usage_error(tmp_path: Path, repo: Repo) -> None:
    (tmp_path / "plain").mkdir()
    done = repo.run("packetlint", "install", cwd="../plain")
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert b"needs a git repository" in done.stderr
