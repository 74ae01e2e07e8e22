"""Whatever becomes of the fixtures: findings with places inside the file, formats that can be read, fixes that mend; and no failure.

`python tests/fuzz MINUTES` runs the same for as long as one likes.
"""

from __future__ import annotations

import pytest
from fuzz.corpus import fixtures
from fuzz.judged import linted
from fuzz.run import tried
from fuzz.targets import TARGETS

# How often each is tried; with tests/test_partition_fuzz.py and tests/test_packet_fuzz.py ten thousand inputs.
_TIMES = {"text": 6000, "tree": 600, **dict.fromkeys(TARGETS.keys() - {"text", "tree", "shape"}, 4)}
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


def _hold(target: str, seed: str, times: int) -> None:
    trees = fixtures()
    for number in range(times):
        outcome = tried(seed, number, trees, [target])
        assert outcome.error is None, (outcome.made, outcome.error)
