"""Whatever JSON, or whatever else, stands in the files of a `.geas` tree, they are read without an exception."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from examples import times
from hypothesis import given, settings
from hypothesis import strategies as st
from packets import Files, as_bytes

from packetlint.packet.memory import retrieve
from packetlint.packet.memory_score import Subject
from packetlint.packet.reader import Geas
from packetlint.packet.schema import check
from packetlint.packet.targets import targets, unusable

if TYPE_CHECKING:
    from packetlint.packet.reader import Root

_PATHS = (
    "state/run.json",
    "state/memory-index.json",
    "memory/entries/m.json",
    "memory/logs/l.json",
    "memory/agents/qa_engineer.md",
    "memory/_project/conventions.md",
    "rules.md",
    "missions/m1/spec.json",
    "missions/m1/design-brief.json",
    "missions/m1/decisions/d.json",
    "missions/m1/evolution/debt-register.json",
    "missions/m1/tasks/t1.json",
    "missions/m1/tasks/t2/contract.json",
    "missions/m1/tasks/t2/record.json",
    "missions/m1/evidence/t1/qa_engineer.json",
    "missions/m1/evidence/t1/gate-result.json",
    "missions/m1/contracts/t1.json",
    "missions/m1/packets/t1/memory-packet.json",
)
_NAMES = (
    "task_id title goal scope paths surfaces routing primary_worker_type required_reviewer_types acceptance_criteria rubric dimensions "
    "threshold worker agent role type criteria_results criterion met self_check confidence rubric_scores verdict concerns created_at "
    "meta memory_id state stable signals entries tags evidence_refs effect positive contradiction_count items decision supersedes risks "
    "architecture_decisions self_check.confidence design_guide.timing a.b.c dependencies"
).split()
_TEXT = st.one_of(
    st.sampled_from([*_NAMES, "t1", "m", "../x", "2026-03-02T08:00:00Z", "\ud800", "\u202e", "\x1b", " "]), st.text(max_size=8)
)
_LEAF = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), _TEXT)
_JSON = st.recursive(
    _LEAF,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(_NAMES) | _TEXT, inner, max_size=6)),
    max_leaves=12,
)
_CONTENT = st.one_of(_JSON.map(lambda value: as_bytes(_ascii(value))), st.binary(max_size=20))


def _ascii(value: Any) -> str:
    import json

    return json.dumps(value)


def _read_all(one: Root) -> list[object]:
    """Read everything there is."""
    seen: list[object] = [one.run_state, one.rules, one.rule_bullets, one.conventions, one.memory, one.agent_memory("qa_engineer")]
    for own in one.missions.values():
        seen += [own.spec, own.design_brief, own.debt, own.decisions, own.scopes, own.is_kebab]
        for each in own.tasks.values():
            seen += [each.contract, each.evidence, each.work, each.record, each.implementation_contract, each.self_check, each.dependencies]
            for target in targets(each):
                subject = Subject(target.agent, each.task_id, ("src/a", "b/"), "high", own.scopes)
                seen += [target, retrieve(one.memory, subject, "2026-03-02T08:00:00Z")]
            seen.append(unusable(each))
    return seen


@settings(max_examples=times(60), deadline=None)
@given(st.dictionaries(st.sampled_from(_PATHS), _CONTENT, min_size=1))
def test_arbitrary_files_are_read_and_checked(files: dict[str, bytes]) -> None:
    contents = Files({f".geas/{path}": content for path, content in files.items()})
    tree = Geas(contents.bytes, contents.read)
    first = _read_all(tree.roots[".geas"])
    again = Geas(reversed(contents.bytes), contents.read)
    assert repr(_read_all(again.roots[".geas"])) == repr(first)
    for path, content in contents.bytes.items():
        if path.endswith(".json"):
            artifact = tree.artifact(path)
            for found in check(artifact):
                assert 0 <= found.start <= found.end <= len(content)
                assert found.message
    assert [fault.file for fault in tree.faults] == sorted({fault.file for fault in tree.faults})


@settings(max_examples=times(60), deadline=None)
@given(_JSON)
def test_the_place_of_every_part_that_was_read_is_in_the_text(value: Any) -> None:
    text = _ascii(value)
    tree = Geas([".geas/state/run.json"], lambda _: text.encode())
    artifact = tree.artifact(".geas/state/run.json")
    for path in _paths_in(artifact.value):
        start, end = artifact.span(path)
        assert 0 <= start < end <= len(text)


def _paths_in(value: Any, above: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inside: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [above, *(path for key, member in inside for path in _paths_in(member, (*above, key)))]
