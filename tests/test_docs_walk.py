"""The walk of docs/adopt.md: three hundred old faults are accepted, a new one is refused, mended, and accepted again.

Continuous integration is a fresh clone in which the commands of docs/ci.md run.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from briefs import GOOD, LINE
from docpages import ROOT, blocks_of
from docplay import run
from docsetups import OLD_BRIEFS, neglected

if TYPE_CHECKING:
    from gitrepo import Repo, Result

BASELINE = "packetlint-baseline.jsonl"
_ADOPT = blocks_of((ROOT / "docs" / "adopt.md").read_text(encoding="utf-8"))
_CONFIGURATION = next(block.text for block in _ADOPT if block.noted("file") == "packetlint.toml")


@pytest.fixture
def adopted(repo: Repo) -> Repo:
    """Give the repository after the five minutes: configured, mended where that is safe, the rest in a baseline, hooks in place."""
    neglected(repo)
    repo.write({"packetlint.toml": _CONFIGURATION})
    assert run("packetlint check --fix", repo).returncode == 1
    assert run(f"packetlint check --write-baseline {BASELINE}", repo).returncode == 0
    repo.commit(message="Check hand-over files")
    assert run("packetlint install", repo).returncode == 0
    repo.git("config", "packetlint.options", f"--baseline {BASELINE}")
    return repo


def _ci(repo: Repo, *, base: str = "") -> Result:
    """Check what the last commit holds, or what it changes since `base`, in a fresh clone."""
    clone = repo.top.parent / f"clone-{sum(1 for _ in repo.top.parent.iterdir())}"
    repo.git("clone", "--quiet", str(repo.top), str(clone))
    changed = f"--from-ref {base} --to-ref HEAD" if base else ""
    return run(f"cd '{clone}' && packetlint check {changed} --baseline {BASELINE} --format auto", repo, GITHUB_ACTIONS="true")


def _entries(repo: Repo) -> list[dict[str, str]]:
    return [json.loads(line) for line in repo.read(BASELINE).splitlines()[1:]]


def _commit(repo: Repo, message: str = "work") -> Result:
    repo.add()
    return run(f"git commit --quiet --message '{message}'", repo)


def test_before_adoption_there_are_hundreds_of_faults(repo: Repo) -> None:
    neglected(repo)
    done = run("packetlint check --format concise", repo)
    assert done.returncode == 1
    assert b"303 errors, 1 fixable with --fix" in done.stdout.splitlines()[-1]


def test_after_adoption_all_is_green_and_the_faults_are_counted(adopted: Repo) -> None:
    done = _ci(adopted)
    assert done.returncode == 0, done.stdout
    assert b"no findings, 300 in the baseline" in done.stdout
    assert len(_entries(adopted)) == 3 * OLD_BRIEFS
    assert b"links/case-mismatch" not in (adopted.top / BASELINE).read_bytes()


def test_a_new_fault_is_refused_by_the_hook_and_by_ci_and_green_when_it_is_mended(adopted: Repo) -> None:
    base = adopted.git("rev-parse", "HEAD").decode().strip()
    adopted.write({"briefs/new.md": LINE})
    refused = _commit(adopted)
    assert refused.returncode == 1
    assert b"briefs/new.md:7:38: error[brief/file-line-reference]" in refused.stdout + refused.stderr
    adopted.git("commit", "--quiet", "--no-verify", "--message", "Go round the hook")
    for red in (_ci(adopted), _ci(adopted, base=base)):
        assert red.returncode == 1
        annotations = [line for line in red.stdout.splitlines() if line.startswith(b"::")]
        assert [line.partition(b",line=7,")[0] for line in annotations] == [b"::error file=briefs/new.md"]
    adopted.write({"briefs/new.md": GOOD})
    assert _commit(adopted).returncode == 0
    assert _ci(adopted).returncode == _ci(adopted, base=base).returncode == 0


def test_a_rename_that_breaks_a_link_is_mended_by_a_safe_fix(adopted: Repo) -> None:
    base = adopted.git("rev-parse", "HEAD").decode().strip()
    adopted.mv("notes/glossary.md", "notes/words.md")
    assert _commit(adopted).returncode == 1
    assert run(f"packetlint check --staged --fix --baseline {BASELINE}", adopted).returncode == 1
    assert adopted.read("notes/fares.md") == "---\nsoft_links: [notes/words.md]\n---\n"
    assert _commit(adopted).returncode == 0
    assert _ci(adopted, base=base).returncode == 0


def test_old_faults_stay_accepted_when_text_is_added_above_and_when_their_file_moves(adopted: Repo) -> None:
    base = adopted.git("rev-parse", "HEAD").decode().strip()
    adopted.write({"briefs/001.md": f"# Rates\n\nWhat is known.\n\n{adopted.read('briefs/001.md')}"})
    adopted.mv("briefs/002.md", "done/002.md")
    assert _commit(adopted).returncode == 0
    assert _ci(adopted, base=base).returncode == 0


def test_the_same_fault_once_more_in_the_same_file_is_a_new_one(adopted: Repo) -> None:
    text = adopted.read("briefs/003.md")
    line = "The second page is sorted by id (see rates-003.ts:3), whatever order was asked for.\n"
    assert line in text
    adopted.write({"briefs/003.md": text.replace(line, f"{line}\n{line}")})
    assert _commit(adopted).returncode == 1


def test_a_fault_that_was_mended_is_named_and_its_entry_dropped_when_the_file_is_written_again(adopted: Repo) -> None:
    adopted.write({"briefs/004.md": GOOD})
    named = run(f"packetlint check --baseline {BASELINE}", adopted)
    assert named.returncode == 0
    assert b"3 entries match nothing any more" in named.stderr
    assert run(f"packetlint check --baseline {BASELINE} --write-baseline {BASELINE}", adopted).returncode == 0
    assert len(_entries(adopted)) == 3 * OLD_BRIEFS - 3
    assert [entry["path"] for entry in _entries(adopted) if Path(entry["path"]).name == "004.md"] == []


def test_a_reason_and_a_date_are_kept_when_the_file_is_written_again(adopted: Repo) -> None:
    header, first, *rest = adopted.read(BASELINE).splitlines()
    shown = next(json.loads(block.text) for block in _ADOPT if block.tag == "json")
    noted = {**json.loads(first), **{key: shown[key] for key in ("reason", "review_by")}}
    adopted.write({BASELINE: "\n".join([header, json.dumps(noted, ensure_ascii=False), *rest, ""])})
    assert run(f"packetlint check --baseline {BASELINE} --write-baseline {BASELINE}", adopted).returncode == 0
    assert noted in _entries(adopted)
