"""Make a monorepo of any number of files, a tenth of them artifacts of every kind, the same bytes every time; through `git fast-import`.

    python -m benchmarks.monorepo FILES DIRECTORY

A thousand files are a project: 15 briefs, 40 leaves, 8 proposals, a `.geas` folder with a mission of three tasks, and the rest plain
source, markdown and JSON. One brief and one leaf of each project have a fault.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.brains import leaf
from benchmarks.geas import tree
from benchmarks.install import ROOT
from benchmarks.partition import inventory, with_proofs
from packetlint.core.errors import MissingError
from packetlint.packet.builder import build as build_packet
from packetlint.packet.reader import Geas
from packetlint.packet.targets import targets
from packetlint.partition.builder import build as build_proposal
from packetlint.partition.inventory import take

if TYPE_CHECKING:
    from collections.abc import Iterator

PROJECT = 1000
_BRIEFS, _LEAVES, _PROPOSALS = 15, 40, 8
_LINKS, _ITEMS = 5, 10
_PLAIN = (("src/part-{0}/module-{1:03}.ts", 6), ("docs/part-{0}/page-{1:03}.md", 3), ("data/part-{0}/table-{1:03}.json", 1))
_LINES = 40
_WORDS = "tide harbour ledger mooring pilot cargo berth signal beacon channel draught anchor manifest customs crane quay".split()
_BRIEF = (ROOT / "fixtures" / "demo" / "accepted.md").read_text(encoding="utf-8")
_WHO = "Benchmark <benchmark@example.org> 1767225600 +0000"


def make_monorepo(top: Path, files: int) -> None:
    """Write and commit so many files below `top`, and check them out."""
    top.mkdir(parents=True)
    subprocess.run(["git", "init", "--quiet", "--initial-branch=main", "."], cwd=top, check=True)
    importer = ["git", "-c", "core.compression=1", "fast-import", "--quiet", "--depth=0"]
    with subprocess.Popen(importer, cwd=top, stdin=subprocess.PIPE) as process:
        if process.stdin is None:
            raise BrokenPipeError
        process.stdin.write(f"commit refs/heads/main\ncommitter {_WHO}\ndata 10\nA monorepo\n".encode())
        for path, content in _files(files):
            process.stdin.write(b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(content), content))
    if process.returncode:
        raise ValueError(f"git fast-import ended with {process.returncode}")
    subprocess.run(["git", "reset", "--quiet", "--hard"], cwd=top, check=True)


def _files(files: int) -> Iterator[tuple[str, bytes]]:
    for number in range(0, files, PROJECT):
        few = min(PROJECT, files - number)
        folder = f"projects/project-{number // PROJECT:03}"
        for path, content in _project(few, number):
            yield f"{folder}/{path}", content


def _project(files: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """Yield the files of one project, its artifacts first."""
    rng = random.Random(seed)
    made = [*_briefs(rng), *_brain(rng), *_proposals(seed), *_geas(seed)][:files]
    yield from made
    lines = [" ".join(rng.choices(_WORDS, k=12)) for _ in range(4 * _LINES)]
    for number in range(files - len(made)):
        yield _plain(number, lines, rng)


def _plain(number: int, lines: list[str], rng: random.Random) -> tuple[str, bytes]:
    """Give a file that is no artifact."""
    pattern = rng.choices([path for path, _ in _PLAIN], weights=[weight for _, weight in _PLAIN])[0]
    some = rng.choices(lines, k=_LINES)
    text = json.dumps({"id": number, "rows": some}, indent=2) if pattern.endswith(".json") else "\n".join((f"# {number}\n", *some, ""))
    return pattern.format(number % 10, number), text.encode()


def _briefs(rng: random.Random) -> Iterator[tuple[str, bytes]]:
    for number in range(_BRIEFS):
        text = _BRIEF.replace("keeps the email", f"keeps {rng.choice(_WORDS)} {number} and the email")
        if number == 0:
            text = text.replace("email only.", "email only; see src/auth/session.ts:9.")
        yield f"issues/brief-{number:03}.md", text.encode()
    yield "src/auth/session.ts", b"export {}\n"


def _brain(rng: random.Random) -> Iterator[tuple[str, bytes]]:
    places = [f"tree/area-{number % 8}/leaf-{number:03}.md" for number in range(_LEAVES)]
    yield "project-brain/CONVENTIONS.md", b"# Conventions\n"
    for area in range(8):
        yield f"project-brain/tree/area-{area}/NODE.md", leaf(area, [], rng).encode()
    yield "project-brain/tree/NODE.md", leaf(0, [], rng).encode()
    for number, place in enumerate(places):
        later = places[number + 1 :]
        linked = rng.sample(later, min(_LINKS, len(later))) + (["tree/area-0/gone.md"] if number == 0 else [])
        yield f"project-brain/{place}", leaf(number, linked, rng).encode()


def _proposals(seed: int) -> Iterator[tuple[str, bytes]]:
    for number in range(_PROPOSALS):
        built = build_proposal(take(with_proofs(inventory(_ITEMS, 2, seed + number))), lambda _: [])
        yield f"plans/proposal-{number}.json", (built.text or "").encode()


def _geas(seed: int) -> Iterator[tuple[str, bytes]]:
    """Yield a `.geas` folder with the packets that belong in it."""
    given = tree(3, memories=3, decisions=2)
    files = {path: (each if isinstance(each, str) else json.dumps(each, indent=2)).encode() for path, each in given.items()}
    files = {path: content.replace(b"Ship it", b"Ship %d" % seed).replace(b"Did it.", b"Did %d." % seed) for path, content in files.items()}

    def read(path: str) -> bytes:
        if path not in files:
            raise MissingError(path)
        return files[path]

    tasks = [task for mission in Geas(files, read).roots[".geas"].missions.values() for task in mission.tasks.values()]
    packets = [build_packet(task.mission.root.geas, task, target) for task in tasks for target in targets(task)]
    yield from files.items()
    for packet in filter(None, packets):
        yield packet.path, packet.content
        if packet.memory:
            yield packet.memory_path, packet.memory


if __name__ == "__main__":
    make_monorepo(Path(sys.argv[2]), int(sys.argv[1]))
