"""Nothing of a repository is run: no server, no hook, no filter, no module, by whatever configuration. `nothing-is-run`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from contexts import THREAD, brain
from gitrepo import Repo, program
from hostile import KINDS
from packets import MISSION, contract
from tables import holds
from watching import run

if TYPE_CHECKING:
    from collections.abc import Callable

_COMMANDS = (
    ["check"],
    ["check", "--staged"],
    ["check", "--all-files"],
    ["check", "--from-ref", "HEAD~1", "--to-ref", "HEAD"],
    ["check", "--hook", "all"],
    ["check", "--diff"],
    ["check", "--online"],
    ["graph"],
    ["rebuild", "--check"],
    ["rebuild", "--check", "--rev", "HEAD"],
    ["context", THREAD, "--mode", "dry-run"],
    ["config"],
    ["partition", "none.json"],
    ["digest", "proposal.json"],
    ["brief", "d.yaml"],
)
_HOOKS = ("pre-commit", "post-checkout", "post-index-change", "reference-transaction", "fsmonitor-watchman", "post-rewrite", "pre-auto-gc")


def _traps(mark: Path) -> dict[str, Callable[[Repo], None]]:
    """Give what sets each trap; one that goes off makes the file `mark`."""
    trap = f"touch {mark}"
    shell, filter = f"sh -c '{trap}'", f"sh -c '{trap}; cat'"

    def config(*pairs: str) -> Callable[[Repo], None]:
        def set_up(repo: Repo) -> None:
            for name, value in zip(pairs[::2], pairs[1::2], strict=True):
                repo.git("config", name, value)

        return set_up

    def hooks(repo: Repo) -> None:
        for name in _HOOKS:
            hook = repo.top / ".git/hooks" / name
            hook.parent.mkdir(exist_ok=True)
            hook.write_text(f"#!/bin/sh\n{trap}\n")
            hook.chmod(0o755)

    def hooks_path(repo: Repo) -> None:
        hooks(repo)
        repo.git("config", "core.hooksPath", ".git/hooks")

    def servers(repo: Repo) -> None:
        server = {"command": "sh", "args": ["-c", trap]}
        repo.write({".mcp.json": json.dumps({"mcpServers": {"evil": server, "other": server}})})

    return {
        "fsmonitor": config("core.fsmonitor", f"{trap} #"),
        "hooks": hooks,
        "hooks path": hooks_path,
        "external diff": config("diff.external", shell),
        "textconv": config("diff.evil.textconv", shell, "diff.evil.command", shell),
        "clean filter": config("filter.evil.clean", filter, "filter.evil.smudge", filter, "filter.evil.required", "true"),
        "process filter": config("filter.evil.process", shell, "filter.EVIL.x.clean", filter),
        "pager": config("core.pager", shell, "pager.diff", shell, "pager.log", shell, "core.editor", shell),
        "ssh": config("core.sshCommand", shell, "core.gitProxy", shell, "core.askPass", shell, "credential.helper", f"!{trap}"),
        "signatures": config("log.showSignature", "true", "gpg.program", f"{mark.parent}/gpg"),
        "aliases": config("alias.ls-files", f"!{trap}", "alias.cat-file", f"!{trap}", "alias.rev-parse", f"!{trap}"),
        "servers": servers,
    }


_NAMES = tuple(_traps(Path("mark")))


@cache
def _repository(parent: Path, name: str) -> tuple[Repo, Path]:
    name = name.replace(" ", "-")
    repo, mark = Repo(parent / name), parent / f"{name}.mark"
    proposal = KINDS["partition"]("proposal", "zzz")
    repo.commit(
        {
            **brain("/tree/gone.md", "mcp://evil/x"),
            ".gitattributes": "* filter=evil diff=evil\n",
            "brief.md": KINDS["brief"]("brief", "zzz").raw,
            "empty.md": "",
            "d.yaml": "task: x\n",
            proposal.path: proposal.raw,
            f"{MISSION}/tasks/t1.json": json.dumps(contract()),
        }
    )
    repo.commit({f"{MISSION}/evidence/t1/a.json": json.dumps({"agent": "qa_engineer", "task_id": "t1"})})
    _sign(repo, parent, mark)
    _traps(mark)[name.replace("-", " ")](repo)
    return repo, mark


def _sign(repo: Repo, parent: Path, mark: Path) -> None:
    """Make the last commit look signed, which has git call gpg where it shows signatures."""
    gpg = parent / "gpg"
    gpg.write_text(f"#!/bin/sh\ntouch {mark}\n")
    gpg.chmod(0o755)
    head = repo.git("cat-file", "commit", "HEAD").decode()
    fields, _, message = head.partition("\n\n")
    signed = f"{fields}\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n{message}"
    made = repo.git("hash-object", "-t", "commit", "-w", "--stdin", stdin=signed.encode()).decode().strip()
    repo.git("update-ref", "HEAD", made)


@pytest.fixture(scope="module")
def parent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the directory that the repositories of this module are made in."""
    return tmp_path_factory.mktemp("traps")


@holds("safety", "nothing-is-run")
@pytest.mark.parametrize("command", _COMMANDS, ids=" ".join)
@pytest.mark.parametrize("name", _NAMES)
def test_no_trap_goes_off(name: str, command: list[str], parent: Path) -> None:
    repo, mark = _repository(parent, name)
    index = repo.top / ".git/index"
    (repo.top / "brief.md").touch()
    os.utime(index, ns=(index.stat().st_atime_ns, (repo.top / "brief.md").stat().st_mtime_ns))  # as if added in the very same moment
    done = run(repo.top, *command)
    assert not mark.exists()
    assert "internal error" not in done.err
    assert {ran.rpartition("/")[2] for ran in done.ran()} <= {"git"}


@holds("safety", "nothing-is-run")
def test_the_traps_do_go_off_for_git_itself(parent: Path) -> None:
    for name, command in {
        "fsmonitor": "status",
        "clean filter": "add .",
        "external diff": "diff HEAD~1",
        "signatures": "log -1",
    }.items():
        repo, mark = _repository(parent / "control", name)
        repo.write({"brief.md": "changed\n"})
        repo.run("git", *command.split())
        assert mark.exists(), name


def _planted(directory: str, worktree: str, trap: str) -> dict[str, str]:
    """Give the files of a bare repository in a directory, whose configuration names a program to run."""
    configuration = f"[core]\n\tbare = false\n\tworktree = {worktree}\n\t{trap}\n"
    files = {"HEAD": "ref: refs/heads/main\n", "objects/x": "", "refs/x": "", "config": configuration}
    return {f"{directory}/{path}": text for path, text in files.items()}


@holds("safety", "nothing-is-run")
@pytest.mark.parametrize("key", ["core.fsmonitor", "core.sshCommand"])
@pytest.mark.parametrize("command", [["check"], ["check", "--all-files"], ["graph"], ["rebuild"]], ids=" ".join)
def test_a_repository_planted_among_the_files_is_refused(command: list[str], key: str, repo: Repo, tmp_path: Path) -> None:
    repo.commit({**brain("/tree/gone.md"), **_planted("planted", "..", f"{key[5:]} = touch {tmp_path}/mark")})
    done = run(repo.top / "planted", *command)
    assert done.status == 2
    assert "lies among the files of another one" in done.err
    assert not (tmp_path / "mark").exists()


@holds("safety", "nothing-is-run")
def test_a_brain_that_is_a_planted_repository_is_refused(repo: Repo, tmp_path: Path) -> None:
    repo.commit({**brain("/tree/gone.md"), **_planted("project-brain", ".", f"fsmonitor = touch {tmp_path}/mark")})
    done = run(repo.top, "context", THREAD, "--mode", "dry-run")
    assert (done.status, "lies among the files" in done.err) == (2, True)
    assert not (tmp_path / "mark").exists()


@holds("safety", "nothing-is-run")
def test_a_bare_repository_of_ones_own_is_judged(repo: Repo, tmp_path: Path) -> None:
    first = repo.commit({"brief.md": KINDS["brief"]("brief", "zzz").raw})
    repo.commit({"brief.md": KINDS["brief"]("brief", "yyy").raw})
    repo.git("clone", "--quiet", "--bare", ".", str(repo.top / "own.git"))
    assert run(repo.top / "own.git", "check", "--from-ref", first, "--to-ref", "main").status == 1


_MODULES = (
    "packetlint",
    "json",
    "regex",
    "re",
    "typing",
    "tomllib",
    "sitecustomize",
    "usercustomize",
    "ruamel",
    "git",
    "httpx",
    "conftest",
    "encodings",
)


@holds("safety", "nothing-is-run")
@pytest.mark.parametrize(
    "start",
    [[program("packetlint"), "check"], [program("packetlint-all")], [sys.executable, "-P", "-m", "packetlint", "check"]],
    ids=["packetlint", "hook", "python -P -m"],
)
def test_no_module_that_lies_here_is_imported(start: list[str], repo: Repo) -> None:
    trap = "open('mark', 'w').close()\n"
    repo.write({**{f"{name}.py": trap for name in _MODULES}, "packetlint/__init__.py": trap, "packetlint/__main__.py": trap})
    repo.write(
        {
            "brief.md": KINDS["brief"]("brief", "zzz").raw,
            ".pth": "import os; open('mark', 'w')\n",
            "packetlint.toml": '[[smells]]\npattern = "zzz"\nmessage = "m"\n',
        }
    )
    done = subprocess.run([*start, "brief.md"], cwd=repo.top, capture_output=True, check=False)
    assert done.returncode == 1, done.stderr
    assert not (repo.top / "mark").exists()


@holds("safety", "nothing-is-run")
def test_python_m_imports_what_is_installed(repo: Repo) -> None:
    """Python looks into the current directory before packetlint has a say, so only what packetlint itself imports is held to this."""
    repo.write({f"{name}.py": "open('mark', 'w').close()\n" for name in ("json", "regex", "tomllib", "ruamel", "git", "argparse")})
    repo.write({"brief.md": KINDS["brief"]("brief", "zzz").raw, "packetlint.toml": '[[smells]]\npattern = "zzz"\nmessage = "m"\n'})
    done = subprocess.run(
        [sys.executable, "-m", "packetlint", "check", "--format", "json", "brief.md"], cwd=repo.top, capture_output=True, check=False
    )
    assert done.returncode == 1, done.stderr
    assert not (repo.top / "mark").exists()
