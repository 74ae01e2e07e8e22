"""Second opinions on made-up inputs: of JavaScript on digests, of plain arithmetic on scores, of the whole check on that of a change."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from brains import leaf
from fuzz.changes import in_json
from gitrepo import Repo
from memories import about, scored
from node import javascript, needs_node
from proposals import disposition, sealed, sound

from packetlint.cli.main import main
from packetlint.core.errors import UnreadableError
from packetlint.core.json_faults import JsonFault
from packetlint.core.json_reader import read_json
from packetlint.core.source import Source
from packetlint.packet.agents import SLOT_OF
from packetlint.partition.seal import right_digest

if TYPE_CHECKING:
    from pathlib import Path

_SEAL = """
const { createHash } = require('crypto');
const root = new Intl.Collator('und');
return given.map(text => {
  const proposal = JSON.parse(text);
  const dispositions = [...proposal.dispositions].sort((left, right) => root.compare(left.itemId, right.itemId));
  const sealed = JSON.stringify({ sourceRootDigest: proposal.sourceRootDigest, dispositions });
  return 'sha256:' + createHash('sha256').update(sealed, 'utf8').digest('hex');
});
"""
_NAMES = [*"a A b-1 b_1 B é e z ä ﬁ 10 2 __proto__ length 日本 본 я 😀".split(), "B 1", "\u00ad", "\ud83d"]


def _sealable(seed: int) -> tuple[str, str] | None:
    """Make a proposal and give its text and our digest of it; None where there is nothing to seal, or it is no JSON."""
    source = random.Random(seed)
    proposal = sound()
    proposal["dispositions"] += [
        {**disposition(name, "ASSIGNED", "body:a"), source.choice(_NAMES): source.choice([1.5, 10**21, -0.0, 1e-7, "\ud800", [[]], None])}
        for name in source.sample(_NAMES, 6)
    ]
    raw = json.dumps(sealed(proposal)).encode()
    for _ in range(source.randrange(3)):
        raw = in_json(raw, source)
    try:
        value = read_json(Source("p.json", raw)).value
    except (JsonFault, UnreadableError):
        return None
    digest = right_digest(value) if isinstance(value, dict) and isinstance(value.get("dispositions"), list) else None
    return (raw.decode(), digest) if digest and "sourceRootDigest" in value else None


@needs_node
def test_made_up_proposals_are_sealed_as_javascript_seals_them() -> None:
    pytest.importorskip("icu", reason="the extra `collation` is not installed")
    made = [pair for pair in map(_sealable, range(400)) if pair]
    assert len(made) > 100
    assert javascript(_SEAL, [text for text, _ in made]) == [digest for _, digest in made]


# -- scores ----------------------------------------------------------------------------------

_NOW = datetime(2026, 6, 30, tzinfo=UTC)
_WORTH = {"mission": "0.7", "project": "0.5", "global": "0.4", "nowhere": "0"}
_FITS = {
    "risk_pattern": ["risk_specialist"],
    "failure_lesson": ["quality_specialist", "implementer"],
    "ux_pattern": ["communication_specialist"],
    "decision_precedent": ["design_authority", "product_authority"],
}


def _is_inside(path: str, other: str) -> bool:
    return path == other or path.startswith(f"{other}/") or other.startswith(f"{path}/")


def _plain_score(memory: dict[str, Any], role: str, risk: str, paths: tuple[str, ...]) -> str:
    """Compute a score from what the contract says, in fractions, and give its four places. Source: the seed, Memory Retrieval, 3."""
    signals, refs = memory["signals"], memory["evidence_refs"]
    scope = Fraction(("1.0" if "t1" in refs else "0.2") if memory["scope"] == "task" else _WORTH[memory["scope"]])
    known = {"t1": paths, "t2": ("docs",)}
    places = [path for ref in refs for path in known.get(ref, (ref,))]
    overlap = Fraction(sum(any(_is_inside(path, place) for place in places) for path in paths), len(paths)) if paths else Fraction(0)
    fits = Fraction(SLOT_OF[role] in _FITS[memory["memory_type"]])
    age = Fraction(memory["age"], 180)
    used, failed = signals["successful_reuses"], signals["failed_reuses"]
    reuse = Fraction(used, used + failed) if used + failed else Fraction(1, 2)
    total = Fraction("0.25") * scope + Fraction("0.2") * overlap + Fraction("0.15") * fits + Fraction("0.15") * max(Fraction(0), 1 - age)
    total += Fraction("0.1") * Fraction(str(signals["confidence"])) + Fraction("0.1") * reuse
    total -= min(Fraction("0.05") * signals["contradiction_count"], Fraction("0.15"))
    total += Fraction("0.1") * (memory["memory_type"] == "risk_pattern" and risk in ("high", "critical"))
    return f"{round(min(max(total, Fraction(0)), Fraction(1)) * 10_000) / 10_000:.4f}"  # Python rounds half to even


def _memory(source: random.Random) -> dict[str, Any]:
    age = source.randrange(240)
    signals = {
        "confidence": source.randrange(0, 21) / 20,
        "contradiction_count": source.choice((0, 0, 1, 2, 5)),
        "successful_reuses": source.randrange(4),
        "failed_reuses": source.randrange(4),
    }
    return {
        "scope": source.choice(["task", *_WORTH]),
        "memory_type": source.choice(list(_FITS)),
        "evidence_refs": source.sample(["t1", "t2", "src/auth", "src/auth/login.ts", "lib/cache/x.py", "README.md"], source.randrange(4)),
        "signals": signals,
        "meta": {"created_at": (_NOW - timedelta(days=age)).isoformat()},
        "age": age,
    }


def test_made_up_memories_score_as_plain_arithmetic_has_it() -> None:
    source = random.Random(1)
    for _ in range(400):
        memory, role, risk = _memory(source), source.choice(list(SLOT_OF)), source.choice(("low", "normal", "high", "critical"))
        paths = tuple(source.sample(["src/auth/login.ts", "src/auth", "lib/cache", "docs/a.md", "README.md"], source.randrange(4)))
        subject = about(role, risk_level=risk, paths=paths, scopes={"t1": paths, "t2": ("docs",)})
        fields = {name: value for name, value in memory.items() if name != "age"}
        assert str(scored(fields, subject).score) == _plain_score(memory, role, risk, paths), (memory, role, risk, paths)


# -- links -----------------------------------------------------------------------------------


def _broken(*arguments: str, capsys: pytest.CaptureFixture[str]) -> set[tuple[str, int]]:
    """Give the places of the links that are said to be wrong."""
    assert main(["check", "--select", "links", "--format", "json", *arguments]) in (0, 1)
    found = json.loads(capsys.readouterr().out)["diagnostics"]
    return {(one["path"], one["line"]) for one in found if one["severity"] == "error"}


def _brain(source: random.Random) -> dict[str, str]:
    names = [f"tree/{folder}/l{number}.md" for folder in "ab" for number in range(4)]
    links = [f"/{name}" for name in names] + ["/tree/a/none.md", "/tree/b", "/tree/c"]
    leaves = {name: leaf(*source.sample(links, source.randrange(5)), body=f"# {name}\n\n{name * 9}\n") for name in names}
    return {f"project-brain/{name}": text for name, text in {"CONVENTIONS.md": "# C\n", "tree/b/NODE.md": leaf(), **leaves}.items()}


def _change(repo: Repo, files: dict[str, str], source: random.Random) -> set[str]:
    """Remove, move or edit some leaves in the index, and give the paths that the change holds."""
    changed: set[str] = set()
    for path in source.sample(sorted(path for path in files if "/l" in path), source.randint(1, 3)):
        what = source.choice(("remove", "move", "edit"))
        if what == "remove":
            repo.rm(path)
        elif what == "move":
            changed.add(path.replace("/l", "/moved"))
            repo.mv(path, path.replace("/l", "/moved"))
        else:
            text = files[path].replace("soft_links: []", "soft_links:").replace("soft_links:", "soft_links:\n  - /tree/gone.md")
            repo.write({path: text})
            changed.add(path)
    repo.add()
    return changed


@pytest.mark.parametrize("seed", range(12))
def test_the_check_of_a_change_finds_what_the_whole_check_finds_anew(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = random.Random(seed)
    repo, files = Repo(tmp_path / "repo"), _brain(source)
    monkeypatch.chdir(repo.top)
    repo.commit(files)
    before = _broken(".", capsys=capsys)
    changed = _change(repo, files, source)
    after = _broken(".", capsys=capsys)
    anew = {place for place in after if place not in before or place[0] in changed}
    assert _broken("--staged", capsys=capsys) == anew
