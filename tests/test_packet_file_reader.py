"""Packets as the hook reads them: sections, and what they list, whoever wrote them and however they are marked up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packetlint.core.source import Source
from packetlint.packet.differences import contradictions, differences, is_abridged
from packetlint.packet.kind import KIND
from packetlint.packet.packet_items import Item, commands, criteria, labelled, memories, rubric
from packetlint.packet.packet_model import JsonFile, OtherFile, PacketFile
from packetlint.packet.packet_reader import read

PATH = ".geas/missions/m1/packets/t1/software_engineer.md"


def _packet(text: str) -> PacketFile:
    return PacketFile(Source(PATH, text.encode()))


def _items(reader: object, body: str) -> list[str]:
    assert callable(reader)
    return [item.text for item in reader(_packet(f"## X\n{body}").parts[0])]


def _listed(*texts: str) -> list[Item]:
    return [Item(text, 0, 0) for text in texts]


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        (PATH, PacketFile),
        ("app/.geas/missions/m1/tasks/t1/packets/qa-engineer.md", PacketFile),
        (".geas/missions/m1/packets/t1/memory-packet.json", JsonFile),
        (".geas/missions/m1/tasks/t1.json", JsonFile),
        (".geas/rules.md", OtherFile),
        (".geas/missions/m1/packets/t1/deep/x.md", OtherFile),
    ],
)
def test_a_path_says_what_a_file_is(path: str, kind: type) -> None:
    assert isinstance(read(Source(path, b"{}"))[0], kind)


@pytest.mark.parametrize(
    ("path", "is_ours"), [(PATH, True), ("a/.geas/x.json", True), ("geas/x.md", False), (".geas.md", False), ("a.geas/x.md", False)]
)
def test_only_files_of_a_geas_folder_are_taken(path: str, is_ours: bool) -> None:  # noqa: FBT001 - a table's column
    assert KIND.may_hold(path, b"") is is_ours


def test_a_record_of_a_twin_elsewhere_does_not_hide_a_packet() -> None:
    assert KIND.memory is not None
    assert KIND.memory.recall("docs/copy.md", 0) == ()
    with pytest.raises(ValueError, match="geas"):
        KIND.memory.recall(PATH, 0)


def test_sections_go_on_to_the_next_heading_that_is_no_deeper() -> None:
    packet = _packet("# T\n## A\na\n### B\nb\n## C\n```\n## no heading\n```\n> ## nor this\n<!--\n## nor that\n-->\n")
    assert [(part.title, part.level) for part in packet.parts] == [("T", 1), ("A", 2), ("B", 3), ("C", 2)]
    assert [line.text for line in packet.parts[1].lines] == ["a", "### B", "b"]
    assert packet.source.text[packet.parts[3].start : packet.parts[3].end] == "## C"


@pytest.mark.parametrize(
    ("text", "title"),
    [("", ""), (" \n\n", ""), ("\n  Task: x  \r\nmore", "Task: x"), ("# 재예약 — 과제\n", "# 재예약 — 과제"), ("one", "one")],
)
def test_the_title_is_the_first_line_that_says_something(text: str, title: str) -> None:
    assert _packet(text).title_text == title


@pytest.mark.parametrize(
    ("body", "items"),
    [
        ("1. one\n2. two\n", ["one", "two"]),
        ("- [ ] one\n- [x] two\n", ["one", "two"]),
        ("1. one — **met** (qa_engineer)\n2. two — **unknown**\n", ["one", "two"]),
        ("- one\n  goes on\n- two\n", ["one goes on", "two"]),
        ("- one\n    - below it\n- two\n", ["one", "two"]),
        ("text\n\n* \\- one\n", ["- one"]),
        ("", []),
    ],
)
def test_criteria_are_read_however_they_are_listed(body: str, items: list[str]) -> None:
    assert _items(criteria, body) == items


@pytest.mark.parametrize(
    ("body", "items"),
    [
        ("- `make test`\n- make lint\n", ["make test", "make lint"]),
        ("- `` echo `date` ``\n", ["echo `date`"]),
        ("```sh\nmake test\nmake lint\n```\n", ["make test", "make lint"]),
        ("- several lines:\n  ```\n  cd a\n  make\n  ```\n- `ls`\n", ["cd a make", "ls"]),
        ("`make test`\n\nRun it first.\n", ["make test"]),
    ],
)
def test_commands_are_read_with_and_without_fences(body: str, items: list[str]) -> None:
    assert _items(commands, body) == items


def test_rows_of_a_rubric_are_read_without_their_head() -> None:
    table = "Score.\n\n| Dimension | Threshold | Your role |\n|---|:-:|---|\n| `ux` | 3 | Score |\n| a\\|b | 4 | Score |\n"
    assert _items(rubric, table) == ["ux: 3", "a|b: 4"]


@pytest.mark.parametrize(
    ("body", "paths"),
    [
        ("**Prohibited paths:** `a/`, `b c/`\n- **Scope:** `d`\n", ["a/", "b c/"]),
        ("- **Prohibited paths:** a/, b/\n", ["a/", "b/"]),
        ("**Prohibited paths:**\n\n- `a/`\n- b/\n\ntext\n- no/\n", ["a/", "b/"]),
        ("**Prohibited paths**: none\n", []),
        ("- **Scope:** `d`\n", None),
    ],
)
def test_prohibited_paths_are_read_from_a_line_or_a_list(body: str, paths: list[str] | None) -> None:
    listed = labelled(_packet(f"## Boundaries\n{body}").parts[0], "prohibited paths")
    assert (None if listed is None else [item.text for item in listed]) == paths


def test_memories_below_a_line_about_caution_are_doubtful() -> None:
    text = "## M\n> caution of old\n- **[mem-a] A** (x)\n\n⚠️ Caution items:\n- **[mem-b] B**: c\n- no [mem-c]\n"
    assert [(each.memory_id, each.doubtful) for each in memories(_packet(text).parts[0])] == [("mem-a", False), ("mem-b", True)]


def test_offsets_lead_to_what_was_read() -> None:
    packet = _packet("## 메모리\n- **[mem-가] 나**\n")
    each = memories(packet.parts[0])[0]
    assert packet.source.text[each.start : each.end] == "mem-가"


@pytest.mark.parametrize(
    ("said", "due", "told"),
    [
        (["a", "b"], ["a", "b"], []),
        (["a", "x"], ["a", "b"], [("x", "b", 2, False)]),
        (["a"], ["a", "b"], [(None, "b", 2, False)]),
        (["a", "b", "c"], ["a", "b"], [("c", None, 3, False)]),
        (["b", "a"], ["a", "b"], [("a", "a", 1, True)]),
    ],
)
def test_differences_say_what_is_missing_other_or_moved(said: list[str], due: list[str], told: list[object]) -> None:
    found = [(each.item and each.item.text, each.due, each.number, each.moved) for each in differences(_listed(*said), due)]
    assert found == told


@pytest.mark.parametrize(
    ("short", "text", "is_same"),
    [
        ("packet.ts validates ids", "packet.ts validates mission ids", True),
        ("Ids are refused", "ids are refused, not mended", False),
        ("within 500 ms", "within 200 ms", False),
        ("ids validates", "validates ids", False),
        ("", "anything", False),
    ],
)
def test_fewer_of_the_same_words_say_the_same(short: str, text: str, is_same: bool) -> None:  # noqa: FBT001 - a table's column
    assert is_abridged(short, text) is is_same


def test_a_list_in_another_language_is_not_compared() -> None:
    assert list(contradictions(_listed("제한을 넘으면 거부된다"), ["refused over the quota", "named"])) == []


def test_long_lists_are_compared_in_place() -> None:
    said = [f"criterion {number}" for number in range(1000)]
    assert [each.number for each in differences(_listed(*said), [*said[:-1], "another"])] == [1000]


@given(st.text(alphabet="#-*|`1. \n>[]:a가<!-\\\t", max_size=200))
def test_no_text_is_too_odd_to_be_read(text: str) -> None:
    packet = _packet(f"## X\n{text}")
    for part in packet.parts:
        for each in (*criteria(part), *commands(part), *rubric(part), *memories(part), *(labelled(part, "scope") or ())):
            assert 0 <= each.start <= each.end <= len(packet.source.text)
