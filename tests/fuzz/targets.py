"""What an input is made for: each target makes one from a source of chance, and holds what becomes of it to what must be true."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from hypothesis import HealthCheck, Phase, given, seed, settings

from fuzz.changes import changed, changed_tree
from fuzz.commands import COMMANDS
from fuzz.held import HELD
from fuzz.judged import judge, linted
from fuzz.readers import hold_to_readers
from fuzz.scratch import Scratch

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping, Sequence

    from fuzz.corpus import Tree


_READ_TWICE = 0.2  # of the texts


class Input(NamedTuple):
    """What was made: the files, and words that say what was done with them."""

    tree: Tree
    what: str = ""


class Target(Protocol):
    """Make an input and try it."""

    def __call__(self, trees: Sequence[Tree], source: random.Random, made: list[Input]) -> None:
        """Put the input into `made` before it is tried. Raises what is wrong."""


def tree(trees: Sequence[Tree], source: random.Random, made: list[Input]) -> None:
    """Lint the files of a tree that was changed; of a large one only those that were, and some others."""
    original = source.choice(trees)
    files = changed_tree(original, trees, source)
    paths = [path for path in files if files[path] != original[path]]
    paths += [path for path in source.sample(sorted(files), min(len(files), 3)) if path not in paths]
    made.append(Input(files, f"check {' '.join(paths)}"))
    judge(files, paths, source)


@cache
def _scratch() -> Scratch:
    """Make the one repository of this process; it is gone with the process."""
    directory = Path(tempfile.mkdtemp(prefix="packetlint-fuzz-"))
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    return Scratch(directory)


def _holding(*parts: str) -> Callable[[Tree], bool]:
    return lambda files: any(part in path for path in files for part in parts)


_FITTING: Mapping[str, Callable[[Tree], bool]] = {
    "rebuild": _holding(".geas/"),
    "context": _holding("CONVENTIONS.md"),
    "brief": lambda files: any(b"acceptance_criteria" in content for path, content in files.items() if path.endswith(".yaml")),
    "partition": lambda files: any(b'"disclosureProofs"' in content for content in files.values()),
    "digest": lambda files: any(b'"coverageDigest"' in content for content in files.values()),
}


def command(name: str) -> Target:
    """Give the target that runs one command in a tree that is fit for it, most of the time."""

    def run(trees: Sequence[Tree], source: random.Random, made: list[Input]) -> None:
        fits = _FITTING.get(name, bool)
        files = changed_tree(source.choice([one for one in trees if fits(one)]), trees, source, moves=True)
        made.append(Input(files, f"packetlint {name}"))
        scratch = _scratch()
        scratch.fill(files)
        COMMANDS[name](scratch, scratch.files(), source)

    return run


def text(trees: Sequence[Tree], source: random.Random, made: list[Input]) -> None:
    """Lint one file that was changed, and nothing besides: many times as many as of the others."""
    files = source.choice(trees)
    path = source.choice(list(files))
    made.append(Input({path: changed(path, files[path], trees, source)}, f"check {path}"))
    linted(made[0].tree, [path])
    if path.endswith(".md") and source.random() < _READ_TWICE:
        hold_to_readers(made[0].tree[path])


def shape(trees: Sequence[Tree], source: random.Random, made: list[Input]) -> None:
    """Try some values that are close to what one format asks for."""
    name = source.choice(list(HELD))
    strategy, hold = HELD[name]
    tried = settings(max_examples=10, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))

    def kept(value: object) -> None:
        made[:] = [Input({}, f"{name}: {value!r}")]
        hold(value)

    seed(source.getrandbits(32))(tried(given(strategy)(kept)))()


TARGETS: Mapping[str, tuple[int, Target]] = {
    "text": (1000, text),
    "tree": (500, tree),
    "shape": (30, shape),
    **{name: (10, command(name)) for name in COMMANDS},
}
"""By name: how often, beside the others, and what is done."""
