"""MCP, through the SDK's client and real servers: what they answer, and what becomes of those that do not."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import mcpserver_http
import pytest
from mcpserver_stdio import PLAN

from packetlint.online.fetch import fetch_all
from packetlint.online.result import SIZE_LIMIT, Fetched, Options, Request

if TYPE_CHECKING:
    from collections.abc import Iterator

SERVER = str(Path(__file__).with_name("mcpserver_stdio.py"))
PATIENCE = 60.0  # seconds; a slow machine takes some to import the SDK


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with mcpserver_http.serving() as running:
        yield running


def _stdio(*args: str, **more: Any) -> dict[str, Any]:
    return {"command": sys.executable, "args": [SERVER, *args], **more}


def _ask(tmp_path: Path, entry: object, *uris: str, **options: Any) -> list[Fetched]:
    """Ask the server `notes`, which `.mcp.json` has as `entry`."""
    config = tmp_path / ".mcp.json"
    config.write_text(json.dumps({"mcpServers": {"notes": entry}}))
    allowed = {"mcp_names": ["notes"], "mcp_config_path": str(config), "timeout": PATIENCE, **options}
    return fetch_all([Request(uri, "mcp") for uri in uris], Options(**allowed))


def test_a_started_server_gives_its_resources(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    uris = ["plan", "memo://plan", "memo://plan#part", "my%20picture", "itself", "long", "missing"]
    plan, by_uri, part, picture, itself, long, missing = _ask(tmp_path, _stdio("good"), *(f"mcp://notes/{uri}" for uri in uris))
    assert (plan.status, plan.text, plan.title, plan.content_type) == ("ok", PLAN, "The plan of the week", "text/markdown")
    assert by_uri.text == part.text == PLAN
    assert (picture.status, picture.text, picture.content_type, picture.bytes) == ("ok", None, "image/png", 7)
    assert itself.text == "asked by the whole link"
    assert (long.truncated, long.bytes) == (True, SIZE_LIMIT)
    assert missing.status == "failed"
    assert missing.reason.startswith("mcp-unreachable: Unknown resource")
    assert capfd.readouterr() == ("", "")


def test_a_server_over_http_gives_its_resources(tmp_path: Path, url: str) -> None:
    host = url.split("/")[2]
    plan, picture, missing = _ask(
        tmp_path, {"type": "http", "url": url}, "mcp://notes/plan", "mcp://notes/my%20picture", "mcp://notes/x", allow_hosts=[host]
    )
    assert (plan.status, plan.text, plan.title) == ("ok", PLAN, "The plan of the week")
    assert (picture.text, picture.content_type) == (None, "image/png")
    assert missing.reason.startswith("mcp-unreachable: ")


def test_a_server_over_http_passes_the_rules_for_addresses(tmp_path: Path, url: str) -> None:
    refused = _ask(tmp_path, {"url": url}, "mcp://notes/plan")[0]
    assert (refused.status, refused.reason) == ("refused", "not-allowed")
    assert "127.0.0.1 is a loopback address" in refused.detail


def test_a_server_whose_name_leads_to_a_private_address_is_refused_when_connecting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("packetlint.online.addresses.resolve", lambda *_: ["10.0.0.1"])
    refused = _ask(tmp_path, {"url": "http://docs.example/mcp"}, "mcp://notes/plan")[0]
    assert (refused.status, refused.reason) == ("refused", "not-allowed")
    assert refused.detail.startswith("10.0.0.1 is a private address")


def test_variables_and_directory_reach_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOKEN", "t0ken")
    entry = _stdio("good", "${MODE:-quiet}", "${TOKEN}", env={"NOTES_TOKEN": "${TOKEN}"})
    assert _ask(tmp_path, entry, "mcp://notes/environment")[0].text == f"t0ken {tmp_path} ['quiet', 't0ken']"


def test_a_server_that_is_not_named_is_not_started(tmp_path: Path) -> None:
    trace = tmp_path / "pids"
    refused = _ask(tmp_path, _stdio("hang", str(trace)), "mcp://notes/plan", mcp_names=["other"])[0]
    assert (refused.status, refused.reason) == ("refused", "not-allowed")
    assert refused.detail.endswith("--mcp notes")
    assert not trace.exists()


@pytest.mark.parametrize(
    ("entry", "detail"),
    [
        (_stdio("crash"), "it ended before it answered"),
        ({"command": "/nowhere/server"}, "/nowhere/server cannot be started: no such file or directory"),
        ({"command": "a\0b"}, "embedded null byte"),
        ({"command": "${UNSET_VARIABLE}"}, "the environment variable UNSET_VARIABLE is not set"),
        ({"url": "http://127.0.0.1:1/mcp"}, "All connection attempts failed"),
        (None, "no server `notes` in .mcp.json"),
    ],
)
def test_a_server_that_cannot_be_used_says_why(tmp_path: Path, entry: object, detail: str) -> None:
    one, other = _ask(tmp_path, entry, "mcp://notes/plan", "mcp://notes/other", allow_hosts=["127.0.0.1"])
    assert (one.status, one.reason, other.reason) == ("failed", f"mcp-unreachable: {detail}", f"mcp-unreachable: {detail}")


def test_a_server_that_hangs_is_ended_with_its_children(tmp_path: Path) -> None:
    trace = tmp_path / "pids"
    hung = _ask(tmp_path, _stdio("hang", str(trace)), "mcp://notes/plan", timeout=2)[0]
    assert (hung.status, hung.reason) == ("failed", "mcp-unreachable: no answer within 2 s")
    processes = [int(number) for number in trace.read_text().split()]
    assert len(processes) == 2
    assert not any(map(_is_running, processes))


def _is_running(process: int) -> bool:
    """Say whether a process is there and no zombie; one that was just ended may take a moment to go."""
    for _ in range(50):
        try:
            os.kill(process, 0)
            if Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return False
        except (ProcessLookupError, FileNotFoundError):
            return False
        time.sleep(0.02)
    return True


def test_a_resource_is_kept_and_the_server_is_not_started_again(tmp_path: Path) -> None:
    first = _ask(tmp_path, _stdio("good"), "mcp://notes/plan", cache_root=str(tmp_path))[0]
    again = _ask(tmp_path, _stdio("crash"), "mcp://notes/plan", cache_root=str(tmp_path))[0]
    assert (first.from_cache, again.from_cache) == (False, True)
    assert (again.text, again.title, again.content_type) == (PLAN, first.title, "text/markdown")
    assert _ask(tmp_path, _stdio("crash"), "mcp://notes/plan", cache_root=str(tmp_path), refresh=True)[0].status == "failed"
    assert _ask(tmp_path, _stdio("crash"), "mcp://notes/plan", cache_root=str(tmp_path), mcp_names=[])[0].status == "refused"
