"""What differs between a committed packet and the one that the content gives now: sections, the files behind them, the mend.

Seed: context-packet, Packet Staleness Triggers. The digest in a packet's last line tells a packet whose sources went on
from one that somebody edited.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Literal, NamedTuple

from packetlint.core.diagnostic import Edit
from packetlint.packet.culprits import Culprits
from packetlint.packet.provenance import as_built, read_provenance
from packetlint.packet.triggers import triggers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from packetlint.packet.builder import Packet
    from packetlint.packet.judged import Judged
    from packetlint.packet.packet_model import JsonFile, PacketFile, Part, Span
    from packetlint.packet.reader import Task
    from packetlint.packet.targets import Target

How = Literal["changed", "new", "gone"]


class Differing(NamedTuple):
    """One section (of a memory packet: one field) that is not as the builder gives it, and the files behind it.

    `how` is `new` where the packet does not have it, `gone` where nothing is left that belongs in it.
    """

    name: str
    how: How
    files: tuple[str, ...]


class Staleness(NamedTuple):
    """Why a packet is not what the builder gives.

    `span` is the first line that differs, of a memory packet the first field (`pointer`); `edits` make the file what it
    should be. `edited` says that its text is not the one it was sealed with, `moved` that what it is made from gives another
    text than it was sealed with. `failure` is set where there is no packet any more that would fit.
    """

    span: Span
    differing: tuple[Differing, ...]
    triggers: tuple[str, ...]
    command: str
    edits: tuple[Edit, ...] = ()
    edited: bool = False
    moved: bool = True
    failure: str = ""
    pointer: str | None = None


def rebuild_command(task: Task, target: Target) -> str:
    """Give the command that builds one packet again."""
    return f"packetlint rebuild --mission {task.mission.mission_id} --task {task.task_id} --role {target.worker}"


def of_packet(file: PacketFile, built: PacketFile, packet: Packet, task: Task, target: Target, judged: Judged) -> Staleness | None:
    """Compare a packet with what was built in its place; None where they are the same."""
    raw = file.source.raw
    if as_built(raw) == packet.content:
        return None
    differing = tuple(_sections(file, built, packet, Culprits(task, judged)))
    sealed, due = file.provenance, read_provenance(packet.content)
    moved = sealed is None or due is None or sealed.digest != due.digest
    return Staleness(
        file.line(_first_difference(file.source.text, packet.content.decode())),
        differing,
        tuple(triggers(task, _files(differing), judged)) if moved else (),
        rebuild_command(task, target),
        _edits(raw, packet.content),
        edited=sealed is not None and sealed.edited,
        moved=moved,
    )


def of_memory(file: JsonFile, content: bytes, task: Task, target: Target, judged: Judged) -> Staleness | None:
    """Compare a memory packet with what was built in its place; None where they are the same."""
    raw = file.source.raw
    if as_built(raw) == content:
        return None
    differing = tuple(_fields(file, content, task, Culprits(task, judged)))
    first = next((each.name for each in differing if each.how == "changed"), None)
    return Staleness(
        file.artifact.span((first,) if first else ()),
        differing,
        tuple(triggers(task, _files(differing), judged)),
        rebuild_command(task, target),
        _edits(raw, content),
        pointer=f"/{first}" if first else "",
    )


def _sections(file: PacketFile, built: PacketFile, packet: Packet, culprits: Culprits) -> Iterator[Differing]:
    due = {part.title: part for part in built.parts[1:]}
    there = {part.title: part for part in reversed(file.parts) if part.title in due or part.level == 2}
    behind = {section.title: section for section in packet.sections}
    if file.title_text != built.title_text:
        yield Differing("title", "changed", culprits.narrowed((culprits.contract,)))
    for title, part in due.items():
        old = _text(file, there[title]) if title in there else []
        if title not in there or old != _text(built, part):
            yield Differing(title, "changed" if title in there else "new", culprits.of_section(behind.get(title), old))
    yield from (Differing(title, "gone", culprits.of_section(None, _text(file, part))) for title, part in there.items() if title not in due)


def _text(file: PacketFile, part: Part) -> list[str]:
    text = file.source.text[part.end : part.until]
    lines = [line.rstrip() for line in text.splitlines()]
    return [line for line in lines if line and not line.startswith("<!-- packetlint: v=1 ")]


def _fields(file: JsonFile, content: bytes, task: Task, culprits: Culprits) -> Iterator[Differing]:
    import json

    due, there = json.loads(content), file.artifact.object or {}
    root = task.mission.root
    pinned = tuple(filter(None, (root.files.rules, root.files.run_state)))
    for name in due:
        if name not in there or there[name] != due[name]:
            files = pinned if name == "pinned_items" else root.memory.files if name.endswith(("_ids", "_items")) else ()
            yield Differing(name, "changed" if name in there else "new", culprits.narrowed(files))
    yield from (Differing(name, "gone", ()) for name in there if name not in due)


def _files(differing: Sequence[Differing]) -> list[str]:
    return list(dict.fromkeys(file for each in differing for file in each.files))


def _first_difference(text: str, due: str) -> int:
    """Give the number of the first line that differs, at most one beyond the last."""
    pairs = zip(text.replace("\r\n", "\n").split("\n"), due.split("\n"), strict=False)
    return 1 + sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _edits(raw: bytes, content: bytes) -> tuple[Edit, ...]:
    """Give the one edit that makes a file what was built, of whole lines and with the file's own line ends."""
    if b"\r\n" in raw:
        content = content.replace(b"\n", b"\r\n")
    before, after = raw.splitlines(keepends=True), content.splitlines(keepends=True)
    first = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))
    most = min(len(before), len(after)) - first
    pairs = zip(reversed(before), reversed(after), strict=False)
    last = min(most, sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs)))
    start, end = len(b"".join(before[:first])), len(raw) - len(b"".join(before[len(before) - last :]))
    text = b"".join(after[first : len(after) - last])
    return (Edit(start, end, text.decode("utf-8", "surrogateescape")),)
