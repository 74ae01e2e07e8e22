"""Whatever becomes of the fixtures: findings with places inside the file, formats that can be read, fixes that mend; and no failure.

`python tests/fuzz MINUTES` runs the same for as long as one likes.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from fuzz.corpus import fixtures
from fuzz.judged import linted
from fuzz.run import tried
from fuzz.targets import TARGETS

# How often each is tried; with tests/test_partition_fuzz.py and tests/test_packet_fuzz.py ten thousand inputs.
_TIMES = {"text": 6400, "tree": 600, **dict.fromkeys(TARGETS.keys() - {"text", "tree", "shape"}, 3)}
_PARTS = 4


@pytest.mark.parametrize(
    "text",
    [
        "## Context Packet\n\n### Acceptance Criteria\n- [ ] [[]]\n",
        f"## Agent Brief\n\n**Category:** {'x' * 5000}\n",
        f"## Agent Brief\n\n<!-- packetlint: ignore={','.join(['links'] * 999)} -->\n",
    ],
    ids=["empty brackets", "a value as long as a file", "many names"],
)
def test_what_once_failed_does_not_again(text: str) -> None:
    assert linted({"brief.md": text.encode()}, ["brief.md"]) is not None


@pytest.mark.parametrize("part", range(_PARTS))
@pytest.mark.parametrize("target", ["text", "tree"])
def test_changed_files_give_findings_only(target: str, part: int) -> None:
    _hold(target, f"{part}", _TIMES[target] // _PARTS)


@pytest.mark.parametrize("target", sorted(TARGETS.keys() - {"text", "tree", "shape"}))
def test_every_command_bears_changed_files(target: str) -> None:
    _hold(target, "", _TIMES[target])


_ANSWERS = """
import hashlib, random
from fuzz.changes import changed_tree
from fuzz.corpus import fixtures
from linting import lint_tree
from packetlint.cli.formats.json import render
from packetlint.core.errors import UsageError

source, trees, said = random.Random(1), fixtures(), hashlib.sha256()
for _ in range(50):
    tree = changed_tree(source.choice(trees), trees, source)
    try:
        said.update(render(lint_tree(tree)).encode("utf-8", "backslashreplace"))
    except UsageError as error:
        said.update(str(error).encode())
print(said.hexdigest())
"""


def test_no_answer_depends_on_the_order_of_a_set() -> None:
    answers = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parent)}
        done = subprocess.run([sys.executable, "-c", _ANSWERS], env=environment, capture_output=True, check=True, timeout=120)
        answers.add(done.stdout)
    assert len(answers) == 1


def _hold(target: str, seed: str, times: int) -> None:
    trees = fixtures()
    for number in range(times):
        outcome = tried(seed, number, trees, [target])
        assert outcome.error is None, (outcome.made, outcome.error)
