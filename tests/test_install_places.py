"""Where `packetlint install` puts hooks: core.hooksPath, linked worktrees, submodules, GIT_DIR; and that the wheel has them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest
from briefs import GOOD, LINE
from gitrepo import Repo
from hooking import FOUND, Server, find_packetlint, install, said

from packetlint.cli.install import HOOKS

if TYPE_CHECKING:
    from gitrepo import Result

_ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    find_packetlint(monkeypatch)


def _commit(repo: Repo, cwd: str = ".") -> Result:
    repo.run("git", "add", "--all", cwd=cwd)
    return repo.run("git", "commit", "--message", "work", cwd=cwd)


def test_a_relative_hooks_path_counts_from_the_top_also_below_it(repo: Repo) -> None:
    repo.git("config", "core.hooksPath", "tools/my hooks")
    repo.write({"sub/a.md": LINE})
    assert install(repo, cwd="sub")[0] == f"installed {repo.top}/tools/my hooks/pre-commit"
    done = _commit(repo, "sub")
    assert done.returncode == 1
    assert FOUND in said(done)


def test_a_shared_hooks_path_serves_two_repositories(repo: Repo, tmp_path: Path) -> None:
    other = Repo(tmp_path / "other")
    for one in (repo, other):
        one.git("config", "core.hooksPath", str(tmp_path / "shared ü"))
        one.write({"a.md": LINE})
    assert install(repo)[0].startswith("installed ")
    assert install(other)[0].startswith("in place already")
    assert [_commit(one).returncode for one in (repo, other)] == [1, 1]
    assert not (repo.top / ".git/hooks/pre-commit").exists()


def test_a_hooks_path_at_home_is_found(repo: Repo) -> None:
    repo.git("config", "core.hooksPath", "~/hooks")
    assert install(repo)[0] == f"installed {os.environ['HOME']}/hooks/pre-commit"


def test_hooks_that_are_turned_off_are_said_to_be(repo: Repo) -> None:
    repo.git("config", "core.hooksPath", "/dev/null")
    done = repo.run("packetlint", "install")
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert b"/dev/null, which is no directory" in done.stderr


def test_a_hooks_path_of_nothing_is_said_to_turn_hooks_off(repo: Repo) -> None:
    repo.git("config", "core.hooksPath", "")
    done = repo.run("packetlint", "install")
    assert (done.returncode, done.stderr.startswith(b"packetlint: core.hooksPath is empty")) == (2, True)
    assert not (repo.top / "pre-commit").exists()


def test_the_inside_of_a_repository_is_no_place_to_install_from(repo: Repo) -> None:
    done = repo.run("packetlint", "install", cwd=".git")
    assert (done.returncode, done.stderr.count(b"is the inside of a repository that has one")) == (2, 1)
    assert not (repo.top / ".git/hooks/pre-receive").exists()


def _with_package(repo: Repo, site: Path, *arguments: str) -> list[str]:
    """Run `install` of the package below `site`, which must succeed, and give its lines."""
    script = f"import sys; sys.path.insert(0, {str(site)!r}); from packetlint.cli.main import main; sys.exit(main(sys.argv[1:]))"
    done = repo.run(sys.executable, "-P", "-c", script, "install", *arguments)
    assert done.returncode == 0, said(done)
    return done.stdout.decode().splitlines()


def test_packetlints_own_hooks_are_in_place_and_never_removed(repo: Repo, tmp_path: Path) -> None:
    shutil.copytree(_ROOT / "src", tmp_path / "site", ignore=shutil.ignore_patterns("__pycache__"))
    own = shutil.copytree(_ROOT / "hooks", tmp_path / "site/packetlint/hooks")
    (tmp_path / "link").symlink_to(own)
    repo.git("config", "core.hooksPath", str(tmp_path / "link"))
    assert [line.partition(" /")[0] for line in _with_package(repo, tmp_path / "site")] == ["in place already:"] * 2
    assert _with_package(repo, tmp_path / "site", "--uninstall") == [f"no hook of packetlint's in {tmp_path / 'link'}"]
    assert sorted(path.name for path in own.iterdir()) == sorted(HOOKS)


def test_a_linked_worktree_shares_the_hooks(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"README.md": "# Read me\n"})
    repo.git("worktree", "add", "--quiet", "-b", "linked", str(tmp_path / "linked tree"))
    assert install(repo, cwd="../linked tree")[0] == f"installed {repo.top}/.git/hooks/pre-commit"
    (tmp_path / "linked tree/a.md").write_text(LINE)
    done = _commit(repo, "../linked tree")
    assert done.returncode == 1
    assert "a.md:7:38" in said(done)
    (tmp_path / "linked tree/a.md").write_text(GOOD)
    assert _commit(repo, "../linked tree").returncode == 0


def test_a_submodule_has_hooks_of_its_own(repo: Repo, tmp_path: Path) -> None:
    inner = Repo(tmp_path / "inner")
    inner.commit({"README.md": "# Read me\n"})
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.top), "parts/inner")
    assert install(repo, cwd="parts/inner")[0] == f"installed {repo.top}/.git/modules/parts/inner/hooks/pre-commit"
    repo.write({"parts/inner/a.md": LINE, "b.md": LINE})
    assert _commit(repo, "parts/inner").returncode == 1
    assert _commit(repo).returncode == 0, "the superproject has no hook"


def test_git_dir_names_the_repository(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    environment = {**os.environ, "GIT_DIR": "../repo/.git", "GIT_WORK_TREE": str(repo.top)}
    done = repo.run("packetlint", "install", cwd="../elsewhere", env=environment)
    assert done.stdout.decode().splitlines()[0] == f"installed {repo.top}/.git/hooks/pre-commit"


def test_a_bare_repository_gets_the_servers_hook(tmp_path: Path) -> None:
    server = Server(tmp_path / "srv.git")
    assert install(server) == [f"installed {server.top}/hooks/pre-receive"]


def test_a_separate_git_directory_has_the_hooks(repo: Repo, tmp_path: Path) -> None:
    repo.git("init", "--quiet", "--separate-git-dir", str(tmp_path / "store"))
    assert install(repo)[0] == f"installed {tmp_path}/store/hooks/pre-commit"


def test_the_wheel_brings_the_hooks_and_an_installed_packetlint_finds_them(repo: Repo, tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path / "wheel")]
    subprocess.run(build, cwd=_ROOT, check=True, capture_output=True)
    (wheel,) = (tmp_path / "wheel").glob("*.whl")
    site = tmp_path / "site"
    with ZipFile(wheel) as archive:
        archive.extractall(site)
    assert sorted(path.name for path in (site / "packetlint/hooks").iterdir()) == sorted(HOOKS)
    _with_package(repo, site)
    assert (repo.top / ".git/hooks/pre-commit").read_bytes() == (site / "packetlint/hooks/pre-commit").read_bytes()
    assert os.access(repo.top / ".git/hooks/pre-commit", os.X_OK)
