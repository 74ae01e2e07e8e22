"""The environment in which git is run: what a person has set may say which repository is meant, and nothing about what is found in it."""

from __future__ import annotations

import os

_PLACES = ("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR")
_PATHSPECS = ("LITERAL", "GLOB", "NOGLOB", "ICASE")
_SETTLED = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",  # what is pushed is judged, and not what stands in for it here
    "GIT_GRAFT_FILE": os.devnull,
    **{f"GIT_{name}_PATHSPECS": "0" for name in _PATHSPECS},
}


def settled() -> dict[str, str]:
    """Give the variables that differ from the person's own: for git run anywhere, whatever it is asked."""
    places = {name: os.path.abspath(os.environ[name]) for name in _PLACES if os.environ.get(name)}  # noqa: PTH100 - pathlib costs a hook its import
    return {**places, **_SETTLED}


def environment() -> dict[str, str]:
    """Give the whole environment."""
    return {**os.environ, **settled()}


def complaint(stderr: bytes, command: str) -> str:
    """Give git's own line that says what is wrong, and say that it refuses the repository where it does."""
    lines = stderr.decode("utf-8", "replace").strip().split("\n")
    line = next((line for line in lines if line.startswith("fatal: ")), lines[0]).removeprefix("fatal: ")
    subject = "git refuses this repository" if "dubious ownership" in line or command == "rev-parse" else f"git {command}"
    return f"{subject}: {line or 'failed without a message'}"
