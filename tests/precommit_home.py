"""One pre-commit home for all tests: the project as a hook repository, and its environment, made once.

The project's files are committed to a repository of their own under `.cache/`, always with the same
identity and date. So the same sources give the same commit id, and pre-commit finds the environment
that an earlier run installed. Everything is installed from the wheels that `make` fetched: no network.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

from filelock import FileLock
from gitrepo import WHEN, program

ROOT = Path(__file__).resolve().parents[1]
CACHE = ROOT / ".cache"
SOURCE = CACHE / "hook-source"
HOME = CACHE / "pre-commit-tests"
WHEELS = CACHE / "wheels"
_SHIPPED = ("pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml", "src")


def environment() -> dict[str, str]:
    """Give what pre-commit needs to work offline from the home."""
    return {
        "PRE_COMMIT_HOME": str(HOME),
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(WHEELS),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PATH": f"{Path(program('git')).parent}{os.pathsep}{os.environ['PATH']}",
        "XDG_DATA_HOME": str(CACHE / "virtualenv-data"),
    }


@cache
def hook_repository() -> tuple[Path, str]:
    """Give the hook repository and its revision, with the environment of its hooks installed; a run of tests makes it once."""
    CACHE.mkdir(exist_ok=True)
    with FileLock(CACHE / "hook-source.lock"):
        revision = _snapshot()
        stamp = HOME / f"ready-{revision}"
        if not stamp.exists():
            shutil.rmtree(HOME, ignore_errors=True)
            _install(revision)
            stamp.touch()
    return SOURCE, revision


def configuration(*hooks: str, repository: Path, revision: str, extra: str = "") -> str:
    """Give a `.pre-commit-config.yaml` that uses the hooks; `extra` is added to each."""
    listed = "".join(f"      - id: {hook}\n{extra}" for hook in hooks)
    return f"repos:\n  - repo: {repository}\n    rev: {revision}\n    hooks:\n{listed}"


def _snapshot() -> str:
    shutil.rmtree(SOURCE, ignore_errors=True)
    SOURCE.mkdir()
    for name in _SHIPPED:
        origin = ROOT / name
        if origin.is_dir():
            shutil.copytree(origin, SOURCE / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(origin, SOURCE / name)
    _git("init", "--quiet", "--initial-branch=main")
    _git("add", "--all")
    _git("commit", "--quiet", "--message", "snapshot")
    return subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=SOURCE, text=True).strip()


def _git(*arguments: str) -> None:
    environment = {**os.environ, "GIT_AUTHOR_DATE": WHEN, "GIT_COMMITTER_DATE": WHEN, "GIT_CONFIG_GLOBAL": os.devnull}
    who = ("-c", "user.name=Tests", "-c", "user.email=tests@example.org", "-c", "core.hooksPath=/dev/null")
    subprocess.run(["git", *who, *arguments], cwd=SOURCE, env=environment, check=True)


def _install(revision: str) -> None:
    """Let pre-commit install the hooks' environment, from a repository that does nothing else."""
    scratch = CACHE / "hook-install"
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()
    subprocess.run(["git", "init", "--quiet"], cwd=scratch, check=True)
    (scratch / ".pre-commit-config.yaml").write_text(configuration("packetlint", repository=SOURCE, revision=revision))
    done = subprocess.run(
        [program("pre-commit"), "install-hooks"],
        cwd=scratch,
        env={**os.environ, **environment()},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
