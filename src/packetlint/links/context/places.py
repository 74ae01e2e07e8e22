"""Where a context is written: scratch, the artifact's own `.context/`, or a directory the person names.

Source: materialize-context, preconditions 6 and 7, process step 8. Paths are absolute and canonical; nothing is made here.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.errors import UsageError
from packetlint.core.paths import is_below
from packetlint.links.context.artifact import segment
from packetlint.links.context.disk import is_directory, is_taken
from packetlint.links.context.outfiles import collision
from packetlint.links.outside import real_path
from packetlint.links.snapshots import DIRECTORY
from packetlint.links.spelling import absolute, joined

if TYPE_CHECKING:
    from collections.abc import Mapping

    from packetlint.links.context.artifact import Artifact
    from packetlint.links.context.brain import Brain
    from packetlint.links.context.model import Request

_OWN = "project-brain"
_SCRATCH = "materialize-context"
_ROOT = "MATERIALIZE_SCRATCH_ROOT"


class Scratch(NamedTuple):
    """Directories of the person's own: `root` holds contexts and the cache; `zones` are those that --out may lead to."""

    root: str
    zones: tuple[str, ...]


class Place(NamedTuple):
    """The directory to write into, how it was chosen, and the time it is written at."""

    directory: str
    kind: str
    at: str


def scratch_of(environ: Mapping[str, str], here: str) -> Scratch:
    """Find the scratch directory. Raises UsageError where the environment names none."""
    cache = _cache(environ)
    zone = joined(cache, _OWN) if cache else None
    stated = environ.get(_ROOT, "")
    if stated:
        home = environ.get("HOME", "")
        if home.startswith("/") and (stated == "~" or stated.startswith("~/")):
            stated = home + stated[1:]
        root = absolute(stated if stated.startswith("/") else joined(here, stated))
        if root == "/":
            raise UsageError(f"{_ROOT} may not be the root of the file system")
        return Scratch(real_path(root), tuple(map(real_path, (root, zone) if zone else (root,))))
    if zone is None:
        raise UsageError(f"there is no place for scratch files: neither {_ROOT} nor HOME is set")
    return Scratch(real_path(joined(zone, _SCRATCH)), (real_path(zone),))


def _cache(environ: Mapping[str, str]) -> str | None:
    """Give the platform's cache directory."""
    stated = environ.get("XDG_CACHE_HOME", "")
    if stated.startswith("/"):
        return absolute(stated)
    local = environ.get("LOCALAPPDATA", "") if os.name == "nt" else ""
    home = environ.get("HOME", "")
    return local or (f"{absolute(home)}/.cache" if home.startswith("/") else None)


def folder_of(scratch: Scratch, project: str, artifact: Artifact) -> str:
    """Give the scratch directory that all contexts of an artifact go to, one directory a run."""
    return joined(scratch.root, f"{segment(project)}/{artifact.id}")


def place_of(request: Request, brain: Brain, artifact: Artifact, folder: str, scratch: Scratch) -> Place:
    """Choose the directory to write into; --out wins over --persist. Raises UsageError for one that may not be written to."""
    at = request.as_of or request.now
    stamp = "".join(character for character in at if character not in ":-")
    if request.out is not None:
        return Place(_named(request.out, request.here, brain, scratch), "out", at)
    if not request.persist:
        return Place(real_path(joined(folder, stamp)), "scratch", at)
    holder = joined(brain.path, artifact.path.rpartition("/")[0])
    directory = real_path(joined(holder, f"{DIRECTORY}/{stamp}"))
    if directory != joined(holder, f"{DIRECTORY}/{stamp}"):
        raise UsageError(f"--persist would write through a symbolic link to {directory}: {DIRECTORY}/ has to be a directory of its own")
    if is_taken(directory):
        raise UsageError(f"--persist target {collision(directory)}")
    return Place(directory, "persist", at)


def _named(out: str, here: str, brain: Brain, scratch: Scratch) -> str:
    stated = absolute(out if out.startswith("/") else joined(here, out))
    directory = real_path(stated)
    zones = (brain.path, *scratch.zones)
    if not any(is_below(directory, zone) for zone in zones):
        raise UsageError(f"--out {directory} lies outside of both safe zones: the brain {brain.path} and {' and '.join(scratch.zones)}")
    if any(part.lower() == ".git" for part in directory.split("/")):
        raise UsageError(f"--out {directory} lies in git's own directory")
    if is_taken(directory) and not is_directory(directory):
        raise UsageError(f"--out {directory} is a file: name a directory, context.md is written into it")
    if directory.endswith((".md", ".json")) and not is_directory(directory):
        raise UsageError(f"--out {directory} looks like a file: name a directory, context.md is written into it")
    return directory
