"""Which links are stale: those that fail, and those whose targets changed since the last context."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from contexts import BRAIN, NOW, brain, built, context, fingerprint, leaf, link, made, proves
from hypothesis import given
from hypothesis import strategies as st

from packetlint.links.context.files import blob_id
from packetlint.links.context.stale import StaleSnapshot, stale_snapshots

if TYPE_CHECKING:
    from gitrepo import Repo

    from packetlint.links.builder import Built

_LATER = "2026-06-01T00:00:00Z"
_FILES = brain(link("/tree/a.md", "spec"), "/tree/b.md", **{"tree/a.md": leaf(body="# A\n"), "tree/b.md": leaf(body="# B\n")})


def _stale(result: Built) -> list[tuple[str, str]]:
    return [(one.ref.uri, one.reason) for one in result.stale]


def _report(result: Built) -> str:
    assert list(result.written) == ["stale-refs.md"]
    return Path(result.written["stale-refs.md"]).read_text("utf-8")


@proves("input/mode", "mode/detect-stale", "effect/stale-refs")
def test_what_changed_since_the_last_context_and_what_is_gone_is_stale(repo: Repo) -> None:
    made(repo, _FILES)
    built(repo)
    unchanged = built(repo, mode="detect-stale", as_of=_LATER)
    assert _stale(unchanged) == []
    assert "Nothing is stale." in _report(unchanged)
    repo.write({f"{BRAIN}/tree/a.md": leaf(body="# A, changed\n")})
    repo.rm(f"{BRAIN}/tree/b.md")
    result = built(repo, mode="detect-stale", as_of=_LATER)
    assert _stale(result) == [("/tree/a.md", "changed"), ("/tree/b.md", "not-found")]
    report = _report(result)
    assert f"| /tree/a.md | spec | changed | differs from what was read at {NOW} |" in report
    assert "| /tree/b.md | none | not-found | " in report
    assert "# A, changed" not in report
    assert 'artifact: "threads/login/thread.md"' in report


def test_without_a_context_before_only_what_fails_is_stale(repo: Repo) -> None:
    made(repo, {**_FILES, f"{BRAIN}/threads/login/thread.md": leaf("/tree/a.md", "/tree/gone.md", id="login")})
    result = built(repo, mode="detect-stale")
    assert _stale(result) == [("/tree/gone.md", "not-found")]
    assert "No context was made before" in _report(result)


@pytest.mark.parametrize("fields", [{"persist": True}, {"out": "packets"}])
def test_a_context_elsewhere_is_compared_with_too(repo: Repo, fields: dict[str, Any]) -> None:
    made(repo, _FILES)
    built(repo, **fields)
    repo.write({f"{BRAIN}/tree/a.md": leaf(body="# A, changed\n")})
    again: dict[str, Any] = {"out": "packets"} if "out" in fields else {}
    assert _stale(built(repo, mode="detect-stale", **again)) == [("/tree/a.md", "changed")]


def test_the_newest_context_counts(repo: Repo) -> None:
    made(repo, _FILES)
    built(repo)
    repo.write({f"{BRAIN}/tree/a.md": leaf(body="# A, changed\n")})
    built(repo, as_of=_LATER)
    assert _stale(built(repo, mode="detect-stale")) == []
    repo.write({f"{BRAIN}/tree/a.md": leaf(body="# A\n")})
    assert _stale(built(repo, mode="detect-stale")) == [("/tree/a.md", "changed")]


def test_a_context_of_another_brain_or_artifact_is_none_of_ours(repo: Repo) -> None:
    made(repo, _FILES)
    result = built(repo)
    sidecar = Path(result.written["context.json"])
    document = json.loads(sidecar.read_text("utf-8"))
    repo.write({f"{BRAIN}/tree/a.md": leaf(body="# A, changed\n")})
    for key in ("tree", "artifact", "generator"):
        sidecar.write_text(json.dumps({**document, key: "another"}))
        assert _stale(built(repo, mode="detect-stale")) == [], key


@pytest.mark.parametrize("raw", ["", "[]", "{", "[" * 100_000, '{"generator": "packetlint context", "refs": [1, {"status": "resolved"}]}'])
def test_a_damaged_sidecar_says_nothing(repo: Repo, raw: str) -> None:
    made(repo, _FILES)
    Path(built(repo).written["context.json"]).write_text(raw)
    assert _stale(built(repo, mode="detect-stale")) == []


def test_a_stale_link_is_status_one_and_is_listed(repo: Repo) -> None:
    made(repo, {**_FILES, f"{BRAIN}/threads/login/thread.md": leaf(link("/tree/gone.md", "spec"))})
    done = context(repo, "--mode", "detect-stale")
    assert done.status == 1
    first, last = done.out.splitlines()
    assert first == "/tree/gone.md | spec | not-found"
    assert last.startswith("Checked 1 soft_link, 1 stale, wrote ")
    repo.write({f"{BRAIN}/tree/gone.md": leaf()})
    assert context(repo, "--mode", "detect-stale").status == 0


def test_a_snapshot_behind_a_link_out_is_not_looked_at(repo: Repo, tmp_path: Path) -> None:
    made(repo, _FILES)
    sidecar = Path(built(repo, out=".context/x").written["context.json"])
    planted = tmp_path / "outside" / "1"
    planted.mkdir(parents=True)
    (planted / "context.json").write_bytes(sidecar.read_bytes().replace(b'"blob": "', b'"blob": "0'))
    repo.link(f"{BRAIN}/threads/login/.context", str(planted.parent))
    assert _stale(built(repo, mode="detect-stale")) == []


# -- snapshots that are committed --------------------------------------------------------------


def _snapshot(refs: list[dict[str, object]]) -> bytes:
    return json.dumps({"generator": "packetlint context", "refs": refs}).encode()


def test_a_snapshot_is_stale_when_a_source_changed_or_went() -> None:
    now = {"a.md": blob_id(b"new"), "b.md": blob_id(b"b")}
    refs: list[dict[str, object]] = [
        {"status": "resolved", "source": "a.md", "blob": blob_id(b"old")},
        {"status": "resolved", "source": "b.md", "blob": blob_id(b"b")},
        {"status": "resolved", "source": "gone.md", "blob": blob_id(b"x")},
        {"status": "resolved", "source": "http://example.org/", "blob": None, "sha256": "1"},
        {"status": "unresolved", "source": None},
    ]
    path = "brain/threads/x/.context/20260101T000000Z/context.json"
    fresh = ("brain/a/.context/1/context.json", _snapshot(refs[1:2]))
    found = stale_snapshots([(path, _snapshot(refs)), fresh], lambda path: {now[path]} if path in now else ())
    assert found == [StaleSnapshot(path.replace(".json", ".md"), ("a.md", "gone.md"))]


def test_what_a_snapshot_says_of_places_outside_is_not_asked_for() -> None:
    refs: list[dict[str, object]] = [
        {"status": "resolved", "source": source, "blob": "1"} for source in ("/etc/passwd", "../x", "a/../../x", "", "a\0")
    ]

    def ask(path: str) -> set[str]:
        raise AssertionError(path)

    assert stale_snapshots([("c/context.json", _snapshot(refs))], ask) == []


def test_a_written_snapshot_is_judged_by_gits_own_ids(repo: Repo) -> None:
    made(repo, _FILES)
    result = built(repo, persist=True)
    raw = Path(result.written["context.json"]).read_bytes()
    oids = {name: repo.git("rev-parse", f":{BRAIN}/tree/{name}").decode().strip() for name in ("a.md", "b.md")}
    before = fingerprint(repo.top)
    assert stale_snapshots([("x/context.json", raw)], lambda path: {oids[path.rpartition("/")[2]]}) == []
    assert stale_snapshots([("x/context.json", raw)], lambda _: ())[0].sources == (f"{BRAIN}/tree/a.md", f"{BRAIN}/tree/b.md")
    assert fingerprint(repo.top) == before


_VALUES = st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3))
_REFS = st.lists(
    st.dictionaries(st.sampled_from(["status", "source", "blob"]), st.just("resolved") | _VALUES, max_size=3) | _VALUES, max_size=4
)


@given(st.binary(max_size=40) | _REFS.map(lambda refs: json.dumps({"generator": "packetlint context", "refs": refs}).encode()))
def test_no_bytes_of_a_sidecar_raise(raw: bytes) -> None:
    for one in stale_snapshots([("x/context.json", raw)], lambda _: ()):
        assert one.path == "x/context.md"
        assert one.sources
