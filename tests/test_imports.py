"""What a hook loads: nothing heavy on the path that every commit takes."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from briefs import GOOD, LINE

if TYPE_CHECKING:
    from gitrepo import Repo

HEAVY = {
    "git",
    "subprocess",
    "jsonschema",
    "ruamel",
    "httpx",
    "regex",
    "dataclasses",
    "inspect",
    "json",
    "tomllib",
    "difflib",
    "tempfile",
    "pathlib",
    "pickle",
    "multiprocessing",
}
_SCRIPT = "import sys; from packetlint.cli.main import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"


def _loaded(repo: Repo, *arguments: str) -> set[str]:
    done = subprocess.run([sys.executable, "-I", "-S", "-c", _PATHS + _SCRIPT, *arguments], cwd=repo.top, capture_output=True, check=True)
    return {name.partition(".")[0] for name in done.stderr.decode().split()}


_PATHS = f"import sys; sys.path[:0] = {[path for path in sys.path if path]!r}; "


def test_a_good_brief_loads_nothing_heavy(repo: Repo) -> None:
    repo.commit({"brief.md": GOOD + "\n**Files Touched:**\n- `src/x.py` (X)\n", "src/x.py": "x\n"})
    assert not _loaded(repo, "check", "--hook", "brief", "brief.md") & {*HEAVY, "argparse", "unicodedata"}


def test_a_bad_brief_loads_only_what_shows_it(repo: Repo) -> None:
    repo.write({"brief.md": LINE})
    assert not _loaded(repo, "check", "--hook", "brief", "brief.md") & {*HEAVY, "argparse"}


def test_a_file_without_a_brief_loads_nothing_heavy(repo: Repo) -> None:
    repo.write({"README.md": "# Read me\n"})
    assert not _loaded(repo, "check", "--hook", "all", "README.md") & {*HEAVY, "argparse"}


def test_choosing_rules_does_not_cost_the_whole_grammar(repo: Repo) -> None:
    repo.commit({"brief.md": GOOD, "src/x.py": "x\n"})
    assert not _loaded(repo, "check", "--hook", "brief", "--select", "brief", "--ignore", "brief/vague-task", "brief.md") & {
        *HEAVY,
        "argparse",
    }


def test_a_configuration_costs_toml_and_no_more(repo: Repo) -> None:
    repo.write({"brief.md": GOOD, "packetlint.toml": 'ignore = ["brief/vague-task"]\n', "sub/x": ""})
    assert _loaded(repo, "check", "--hook", "brief", "brief.md") & HEAVY <= {"tomllib"}


@pytest.mark.parametrize("options", [(), ("--staged",), ("--format", "concise")])
def test_git_the_library_is_never_loaded_by_check(repo: Repo, options: tuple[str, ...]) -> None:
    repo.write({"brief.md": LINE})
    repo.add()
    assert "git" not in _loaded(repo, "check", *options)
