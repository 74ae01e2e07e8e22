"""JSON that means harm, in whatever is read as JSON: one fault with its place where it is judged, none where it is only kept. `json`."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

import pytest
from geastrees import CONTRACT, EVIDENCE, MEMORY
from hostile import KINDS
from linting import lint
from packets import MISSION, contract
from tables import holds

from packetlint.cli.main import main
from packetlint.core.baseline import read_entries
from packetlint.core.cache import Cache, sealed
from packetlint.core.errors import UsageError
from packetlint.links.context.outfiles import read_sidecar
from packetlint.online.mcp_config import ServerError, read_server
from packetlint.partition.ir import load

if TYPE_CHECKING:
    from pathlib import Path

    from gitrepo import Repo


class _Input(NamedTuple):
    """Bytes, and the column in the first line at which they fail; None where they are JSON that only holds something odd."""

    raw: bytes
    column: int | None


_NESTED = 201  # the first bracket that is too deep
_INPUTS = {
    "100,000 brackets": _Input(b"[" * 100_000, _NESTED),
    "100,000 objects": _Input(b'{"a":' * 100_000, 5 * (_NESTED - 1) + 1),
    "closed brackets": _Input(b"[" * 5000 + b"]" * 5000, _NESTED),
    "5,000 digits": _Input(b'{"a": ' + b"9" * 5000 + b"}", 7),
    "1e400": _Input(b'{"a": 1e400}', 7),
    "minus 1e400": _Input(b'{"a": -1e400}', 7),
    "NaN": _Input(b'{"a": NaN}', 7),
    "Infinity": _Input(b'{"a": -Infinity}', 7),
    "BOM": _Input(b'\xef\xbb\xbf{"a": 1}', 1),
    "UTF-16": _Input('{"a": 1}'.encode("utf-16"), 1),
    "UTF-16 without a mark": _Input('{"a": 1}'.encode("utf-16-le"), 1),
    "no UTF-8": _Input(b'{"a": "\xff"}', 1),
    "NUL": _Input(b'{"a": "\0"}', 1),
    "half of it": _Input(b'{"a": [1, 2', 12),
    "nothing": _Input(b"", 1),
    "comment": _Input(b'{"a": 1} // b', 10),
    "lone surrogate": _Input(b'{"a": "\\ud800"}', None),
    "lone surrogate as key": _Input(b'{"\\ud800": 1}', None),
    "doubled key": _Input(b'{"a": 1, "a": 2}', None),
    "doubled key in two spellings": _Input(b'{"a": 1, "\\u0061": 2}', None),
    "prototype": _Input(b'{"__proto__": {"a": 1}, "constructor": 1}', None),
}
_JUDGED = {
    "contract": CONTRACT,
    "evidence": f"{EVIDENCE}/qa_engineer.json",
    "memory index": ".geas/state/memory-index.json",
    "memory packet": MEMORY,
    "decision": f"{MISSION}/decisions/d1.json",
}


@holds("safety", "json")
@pytest.mark.parametrize("place", _JUDGED)
@pytest.mark.parametrize("name", _INPUTS)
def test_a_file_of_a_geas_tree_has_one_fault(name: str, place: str) -> None:
    given = _INPUTS[name]
    report = lint(given.raw, _JUDGED[place])
    assert not report.crashes
    if given.column is not None:
        (found,) = report.diagnostics
        assert found.rule in ("packet/artifact-invalid", "file/unreadable-file")
        assert found.span[:2] == (1, given.column)
        assert len(found.message) < 200


def _proposal(name: str) -> bytes:
    """Put an input into a proposal: as a value, or as what is wrong with all of the file."""
    head = b'{"schemaVersion": "2.0.0", "mode": "ACTIVE_SET_PARTITION", "dispositions": [], "coverageDigest": "x", "x": '
    whole = (head + b"1}").decode()
    recoded = {
        "BOM": b"\xef\xbb\xbf" + whole.encode(),
        "UTF-16": whole.encode("utf-16"),
        "UTF-16 without a mark": whole.encode("utf-16-le"),
    }
    return recoded.get(name, head + _INPUTS[name].raw + b"}")


@holds("safety", "json")
@pytest.mark.parametrize("name", _INPUTS)
def test_a_proposal_has_one_fault(name: str) -> None:
    report = lint(_proposal(name), "p.json")
    assert not report.crashes
    if _INPUTS[name].column is not None:
        (found,) = report.diagnostics
        assert found.rule in ("partition/json-invalid", "file/unreadable-file")
        assert found.span.line == 1
        assert len(found.message) < 200
    elif name != "prototype":
        assert {"partition/duplicate-key", "partition/json-invalid"} & {found.rule for found in report.diagnostics}


@holds("safety", "json")
@pytest.mark.parametrize("name", [name for name, one in _INPUTS.items() if one.column])
def test_an_ir_is_refused_in_one_line_with_its_place(name: str) -> None:
    given = _INPUTS[name]
    with pytest.raises(UsageError) as caught:
        load("ir.json", given.raw)
    line = str(caught.value)
    assert "\n" not in line
    assert len(line) < 300
    assert line.startswith((f"ir.json:1:{given.column}: ", "ir.json is "))


@holds("safety", "json")
@pytest.mark.parametrize("name", [name for name, one in _INPUTS.items() if not one.column])
def test_an_ir_that_a_proposal_could_not_hold_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match=r"^ir\.json:1:\d+: [^\n]+$"):
        load("ir.json", _INPUTS[name].raw)


@holds("safety", "json")
@pytest.mark.parametrize("name", _INPUTS)
def test_a_line_of_a_baseline_is_refused_without_quoting_it(name: str) -> None:
    if name == "nothing":
        pytest.skip("an empty baseline is one")
    with pytest.raises(UsageError, match=r"^b\.jsonl[: ][^\n]{1,200}$"):
        read_entries(b'{"version": 1}\n' + _INPUTS[name].raw.replace(b"\n", b"") + b"\n", "b.jsonl")


@holds("safety", "json")
@pytest.mark.parametrize("name", _INPUTS)
def test_a_list_of_servers_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    (tmp_path / ".mcp.json").write_bytes(_INPUTS[name].raw)
    with pytest.raises(ServerError, match=r"^[^\n]{1,200}$"):
        read_server(str(tmp_path / ".mcp.json"), "server", {})


@holds("safety", "json")
@pytest.mark.parametrize("name", _INPUTS)
def test_a_cache_that_holds_it_is_passed_over(name: str, tmp_path: Path) -> None:
    path = str(tmp_path / "c.cache")
    kept = Cache(path, "1")
    kept.keep("links", "0" * 40, 7)
    kept.save()
    raw = _INPUTS[name].raw.replace(b"\n", b"")
    with open(path, "ab") as file:  # noqa: PTH123 - to append
        file.write(sealed(raw) + b"12345678 " + raw + b"\n")
    assert Cache(path, "1").of("links").get("0" * 40) == 7


@holds("safety", "json")
@pytest.mark.parametrize("name", _INPUTS)
def test_the_record_of_a_context_is_passed_over(name: str) -> None:
    assert read_sidecar(_INPUTS[name].raw) is None


@holds("safety", "json")
@pytest.mark.parametrize("name", _INPUTS)
def test_a_tree_of_packets_is_rebuilt_without_what_cannot_be_read(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for path, raw in {CONTRACT: json.dumps(contract()).encode(), _JUDGED["evidence"]: _INPUTS[name].raw}.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(raw)
    monkeypatch.chdir(tmp_path)
    assert main(["rebuild"]) in (0, 1)
    said = capsys.readouterr()
    assert "internal error" not in said.err
    assert len(list(tmp_path.rglob("packets/t1/*.md"))) == 2
    if _INPUTS[name].column:
        assert "packets are built without it" in said.err


@holds("safety", "json")
def test_the_other_files_are_linted(repo: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    names = {name: f"{MISSION}/tasks/{re.sub('[^a-z0-9]', '-', name.lower())}.json" for name in _INPUTS}
    good = KINDS["packet"]("last", "zzz")
    repo.write({**{names[name]: one.raw for name, one in _INPUTS.items()}, good.path: good.raw})
    repo.add()
    monkeypatch.chdir(repo.top)
    assert main(["check", "--staged", "--format", "json", "--select", "packet,file"]) == 1
    found = json.loads(capsys.readouterr().out)["diagnostics"]
    assert {one["path"] for one in found} >= {good.path, *(names[name] for name, one in _INPUTS.items() if one.column)}
