"""What must hold of a value of each shape where it is read by itself: by the builders, and by the readers of other files."""

from __future__ import annotations

import json
import random
import socket
import tempfile
import threading
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from linting import Nothing

from fuzz import shapes
from fuzz.judged import hold_to_one_line, judge, linted, timed
from fuzz.rendered import assert_printable
from packetlint.brief.builder import build as build_brief
from packetlint.brief.draft import load as load_draft
from packetlint.cli.kinds import rule_names
from packetlint.cli.partition import Judge
from packetlint.core.baseline import read_entries, write_entries
from packetlint.core.config import Configurations, Overrides
from packetlint.core.errors import UsageError
from packetlint.online import http
from packetlint.online.fetch import fetch_all
from packetlint.online.mcp_config import ServerError, read_server
from packetlint.online.media import read_body
from packetlint.online.result import Options, Request
from packetlint.packet.budget import LIMIT, TooLongError
from packetlint.packet.builder import build as build_packet
from packetlint.packet.provenance import read_provenance
from packetlint.packet.reader import Geas
from packetlint.packet.targets import targets
from packetlint.partition.builder import build as build_partition
from packetlint.partition.builder import render_refusal
from packetlint.partition.ir import load as load_ir

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from hypothesis import strategies as st

    from fuzz.corpus import Tree

_CONTRACT = ".geas/missions/m1/tasks/t1.json"


def tree(files: Tree) -> None:
    """Lint every file of a tree."""
    judge(files, list(files), random.Random(len(repr(files))))


def draft(raw: bytes) -> None:
    """Build a brief: refused in a line, or one that is read back without errors that a draft cannot help."""
    settings = Configurations(Nothing().read, rule_names, Overrides()).of("brief.md")
    try:
        with timed():
            built = build_brief(load_draft("draft.yaml", raw), "brief.md", settings)
    except UsageError as error:
        hold_to_one_line(error)
        return
    assert linted({"brief.md": built.text.encode()}, ["brief.md"]) is not None
    assert build_brief(load_draft("draft.yaml", raw), "brief.md", settings).text == built.text


def inventory(raw: bytes) -> None:
    """Build a proposal: refused in a line, refused with gaps, or one without errors; the same a second time."""
    try:
        with timed():
            built = build_partition(load_ir("ir.json", raw), Judge())
    except UsageError as error:
        hold_to_one_line(error)
        return
    assert not built.errors, built.errors
    assert json.loads(built.text or render_refusal(built))["gaps"] == list(built.gaps)
    assert build_partition(load_ir("ir.json", raw), Judge()).text == built.text


def contract(raw: bytes) -> None:
    """Build the packets of a task: each whole, below the limit, and what it is called after."""
    files = {_CONTRACT: raw}
    geas = Geas(files, files.__getitem__)
    for mission in geas.roots[".geas"].missions.values():
        for task in mission.tasks.values():
            for target in targets(task):
                with suppress(TooLongError), timed():
                    packet = build_packet(geas, task, target)
                    assert packet is None or len(packet.content.decode().splitlines()) < LIMIT
                    provenance = read_provenance(packet.content) if packet else None
                    assert packet is None or (provenance and not provenance.edited)


def baseline(text: str) -> None:
    """Read a baseline: refused in a line, or written again as the same entries."""
    try:
        entries = read_entries(text.encode("utf-8", "surrogatepass"), "baseline.jsonl")
    except UsageError as error:
        hold_to_one_line(error)
        return
    assert read_entries(write_entries(entries.values()), "again.jsonl") == entries


def mcp(raw: bytes) -> None:
    """Read the servers: each is one, or says what it lacks."""
    with tempfile.TemporaryDirectory() as directory:
        place = Path(directory, ".mcp.json")
        place.write_bytes(raw)
        for name in ("a", "b", "none"):
            try:
                read_server(str(place), name, {"HOME": "/h"})
            except ServerError as error:
                hold_to_one_line(error)


def page(text: str) -> None:
    """Reduce a page to text that holds no NUL and can be written."""
    with timed():
        reading = read_body(text.encode("utf-8", "replace"), "text/html")
    assert "\0" not in (reading.text or "")
    (reading.text or "").encode()


def answer(raw: bytes) -> None:
    """Fetch what a server sends, whatever that is: a result with words that can be shown, and no more than the limit."""
    with _sending(raw) as port, patch.object(http, "_WAITS", (0.0, 0.0)), patch.object(http, "LONGEST_WAIT", 0.0), timed():
        request = Request(f"http://127.0.0.1:{port}/a", "http")
        (fetched,) = fetch_all([request], Options(allow_hosts=("127.0.0.1",), timeout=5.0, size_limit=1 << 16))
    assert fetched.status in ("ok", "failed", "unknown", "refused")
    assert (fetched.status == "ok") == (not fetched.reason)
    assert fetched.bytes <= 1 << 16
    assert_printable(" ".join((fetched.reason, fetched.detail, *fetched.warnings)))
    assert "\0" not in (fetched.text or "")


@contextmanager
def _sending(raw: bytes) -> Iterator[int]:
    """Answer every connection with these bytes, and end it; give the port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=_serve, args=(server, raw), daemon=True)
        thread.start()
        try:
            yield server.getsockname()[1]
        finally:
            server.shutdown(socket.SHUT_RDWR)
            thread.join()


def _serve(server: socket.socket, raw: bytes) -> None:
    with suppress(OSError):
        while True:
            connection, _ = server.accept()
            with connection, suppress(OSError):
                connection.settimeout(2)
                connection.recv(1 << 16)
                connection.sendall(raw)


HELD: Mapping[str, tuple[st.SearchStrategy[Any], Callable[[Any], None]]] = {
    **{name: (trees, tree) for name, trees in shapes.TREES.items()},
    "draft": (shapes.DRAFTS, draft),
    "IR": (shapes.IRS, inventory),
    "task": (shapes.CONTRACTS, contract),
    "baseline": (shapes.BASELINES, baseline),
    "mcp": (shapes.MCP, mcp),
    "page": (shapes.page, page),
    "answer": (shapes.answer, answer),
}
"""By format: values like it, and what tries one."""
