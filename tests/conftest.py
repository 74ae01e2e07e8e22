"""What every test stands on: an environment in which the output of git and packetlint is the same everywhere."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import pytest
from examples import times
from gitrepo import Repo, identity
from hypothesis import settings

if TYPE_CHECKING:
    from pathlib import Path

_PREFIXES = ("GIT_", "PRE_COMMIT", "PACKETLINT", "PROJECT_BRAIN_")
_NAMES = ("NO_COLOR", "FORCE_COLOR", "CI", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "SOURCE_DATE_EPOCH")
_KEPT = ("PACKETLINT_UPDATE",)  # asks test_fixtures.py to rewrite what is expected; the product does not read it

_GIT_CONFIGURATION = "[init]\n\tdefaultBranch = main\n[maintenance]\n\tauto = false\n"

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in what a script runs behind `&`: programs that tests start would inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("packetlint", max_examples=times(25), deadline=None)
settings.load_profile("packetlint")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have reports name the rows of tests/tables.py that a test proves."""
    for item in items:
        item.user_properties += [("holds", "/".join(mark.args)) for mark in item.iter_markers("holds")]


@pytest.fixture(autouse=True)
def clean_environment(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drop what changes output, keep time zone and locale as they are, and make every commit the same.

    A hook that runs the tests sets GIT_DIR and GIT_INDEX_FILE: left in place, they would have the tests
    commit to the very repository they are run from.
    """
    for name in os.environ:
        if name.startswith(_PREFIXES) and name not in _KEPT:
            monkeypatch.delenv(name)
    for name in _NAMES:
        monkeypatch.delenv(name, raising=False)
    home = tmp_path_factory.mktemp("home")
    (home / "gitconfig").write_text(_GIT_CONFIGURATION)
    monkeypatch.setenv("HOME", str(home))
    for name, value in identity(home / "gitconfig").items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """Give a repository without commits, in the test's own directory."""
    return Repo(tmp_path / "repo")
