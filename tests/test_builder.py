"""The command `brief`: exact texts, refusals with nothing written, options, and the same bytes everywhere."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest
from drafts import AGENT_BRIEF, AGENT_BRIEF_TEXT, DRAFTS, PACKET, PACKET_TEXT
from gitrepo import Repo

if TYPE_CHECKING:
    from pathlib import Path

    from gitrepo import Result


@pytest.fixture
def work(repo: Repo) -> Repo:
    """Give a repository that tracks the files the drafts name."""
    names = ("src/rates.ts", "src/store.ts", "src/auth/login.ts", "src/pricing/price-book.ts")
    repo.write(dict.fromkeys(names, "export {}\n"))
    repo.add()
    return repo


def _build(repo: Repo, draft: str, *options: str, env: dict[str, str] | None = None, cwd: str = ".") -> Result:
    """Build from standard input."""
    return repo.run("packetlint", "brief", "-", *options, stdin=draft.encode(), env=env, cwd=cwd)


def _minimal(**fields: object) -> str:
    """Give a draft with the mandatory fields of a packet and some more; `None` drops a field."""
    mandatory = {"task": "Cache the exchange rate", "acceptance_criteria": ["Caches a rate until midnight"], "out_of_scope": []}
    return json.dumps({name: value for name, value in {**mandatory, **fields}.items() if value is not None})


def _returns(done: Result) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(done.stdout)
    assert list(document) == ["packet", "token_estimate", "completeness", "warnings"]
    return document


@pytest.mark.parametrize(("draft", "text"), [(PACKET, PACKET_TEXT), (AGENT_BRIEF, AGENT_BRIEF_TEXT)], ids=["packet", "agent-brief"])
def test_a_draft_becomes_exactly_this_brief(work: Repo, draft: str, text: str) -> None:
    done = _build(work, draft)
    assert done.stdout.decode() == text
    assert done.stderr == b""
    assert done.returncode == 0


@pytest.mark.parametrize("path", sorted(DRAFTS.glob("*.yaml")), ids=lambda path: path.stem)
def test_an_example_draft_becomes_the_brief_beside_it_and_no_finding_is_made(work: Repo, path: Path) -> None:
    done = work.run("packetlint", "brief", str(path), "--strict")
    assert done.stdout == path.with_suffix(".md").read_bytes()
    assert done.stderr == b""
    assert done.returncode == 0


def test_a_section_that_is_not_in_the_draft_is_not_made_up(work: Repo) -> None:
    done = _build(work, _minimal())
    assert done.stdout.decode() == (
        "## Context Packet\n\n**Task**: Cache the exchange rate\n\n"
        "### Acceptance Criteria\n- [ ] Caches a rate until midnight\n\n### Out of scope\n- (none)\n"
    )


def test_warnings_are_told_and_the_brief_is_written_all_the_same(work: Repo) -> None:
    done = _build(work, _minimal(tried=[{"approach": "Redis"}]), "-o", "out.md")
    assert "out.md:6:3: warning[brief/tried-without-outcome]" in done.stderr.decode()
    assert "6 | - Redis\n  |   ^^^^^\nhelp: write" in done.stderr.decode()
    assert "nothing written" not in done.stderr.decode()
    assert done.stdout == b""
    assert done.returncode == 0
    assert "### Already Tried\n- Redis\n" in work.read("out.md")


def test_an_error_refuses_the_brief_and_nothing_is_written(work: Repo) -> None:
    work.write({"out.md": "old\n"})
    done = _build(work, _minimal(out_of_scope=["Change login.ts:42"]), "-o", "out.md")
    assert "out.md:9:10: error[brief/file-line-reference]" in done.stderr.decode()
    assert done.stderr.decode().endswith("\nnothing written: 1 error, 5 warnings\n")
    assert done.stdout == b""
    assert done.returncode == 1
    assert work.read("out.md") == "old\n"
    assert not list(work.top.glob(".packetlint-*"))


def test_what_the_draft_lacks_is_a_finding_of_the_brief(work: Repo) -> None:
    done = _build(work, _minimal(acceptance_criteria=None))
    assert "standard-output.md:1:4: error[brief/missing-acceptance-criteria]" in done.stderr.decode()
    assert done.stdout == b""
    assert done.returncode == 1


def test_strict_refuses_for_a_warning(work: Repo) -> None:
    done = _build(work, _minimal(), "--strict")
    assert done.stderr.decode().endswith("\nnothing written: 5 warnings\n")
    assert done.stdout == b""
    assert done.returncode == 1


def test_a_repository_that_fails_on_warnings_is_strict(work: Repo) -> None:
    work.write({"packetlint.toml": 'fail-on = "warning"\n'})
    assert _build(work, _minimal()).returncode == 1


def test_the_budget_of_the_command_line_overrides_the_configuration(work: Repo) -> None:
    work.write({"packetlint.toml": "[brief]\nbudget = 10\n"})
    assert "over the limit of 10" in _build(work, _minimal()).stderr.decode()
    assert "over the limit of 20" in _build(work, _minimal(), "--budget", "20").stderr.decode()
    assert _build(work, _minimal(), "--budget", "2000").returncode == 0
    done = _build(work, _minimal(), "--budget", "0")
    assert done.stderr == b"packetlint: --budget 0 leaves no room for a brief\n"
    assert done.returncode == 2


def test_the_configuration_is_that_of_the_place_the_brief_goes_to(work: Repo) -> None:
    work.write(
        {"a/packetlint.toml": "[brief]\nbudget = 10\n", "b/packetlint.toml": 'exclude = ["*"]\n', "c/packetlint.toml": "selct = []\n"}
    )
    assert _build(work, _minimal(), "-o", "x.md").returncode == 0
    assert _build(work, _minimal(), "-o", "a/x.md").returncode == 1
    assert _build(work, _minimal(), cwd="a").returncode == 1
    done = _build(work, _minimal(acceptance_criteria=None), "-o", "b/x.md")
    assert done.returncode == 1, "what is excluded from linting is linted before it is written"
    done = _build(work, _minimal(), "-o", "c/x.md")
    assert done.stderr.decode().startswith("packetlint: c/packetlint.toml:1: `selct`: ")
    assert done.returncode == 2


def test_json_gives_packet_estimate_completeness_and_warnings(work: Repo) -> None:
    done = _build(work, _minimal(parent="plan"), "--json")
    returns = _returns(done)
    assert returns["packet"].startswith("## Context Packet\n\n**Task**: ")
    assert returns["token_estimate"] == -(-len(returns["packet"].rstrip("\n")) // 4)
    assert returns["completeness"] == "partial"
    assert "the packet has no Scope" in returns["warnings"]
    assert done.stderr == b""
    assert done.returncode == 0


def test_json_of_a_refused_brief_has_no_packet_and_the_errors_are_told(work: Repo) -> None:
    done = _build(work, _minimal(acceptance_criteria=None), "--json")
    assert _returns(done)["packet"] is None
    assert _returns(done)["token_estimate"] > 0
    assert "error[brief/missing-acceptance-criteria]" in done.stderr.decode()
    assert "warning[" not in done.stderr.decode()
    assert done.returncode == 1
    strict = _build(work, _minimal(), "--json", "--strict")
    assert _returns(strict)["packet"] is None
    assert "warning[brief/missing-recommended-section]" in strict.stderr.decode()


def test_json_goes_with_an_output_file(work: Repo) -> None:
    done = _build(work, _minimal(), "--json", "-o", "out.md")
    assert _returns(done)["packet"] == work.read("out.md")


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, "minimal"),
        ({"parent": "plan"}, "partial"),
        ({"size": "simple"}, "minimal"),
        ({"task": None, "parent": "plan"}, "minimal"),
    ],
    ids=["mandatory", "some", "size", "lacking"],
)
def test_completeness_counts_the_sections_of_the_form(work: Repo, fields: dict[str, object], expected: str) -> None:
    assert _returns(_build(work, _minimal(**fields), "--json"))["completeness"] == expected


def test_a_packet_is_full_when_every_section_is_there_even_if_it_says_none(work: Repo) -> None:
    lists: dict[str, object] = {field: [] for field in ("decisions", "tried", "type_surface", "files_touched", "progress")}
    full = _minimal(parent="plan", scope=[], constraints={}, **lists)
    assert _returns(_build(work, full, "--json"))["completeness"] == "full"
    assert _returns(_build(work, _minimal(parent="plan", scope=[], constraints={}), "--json"))["completeness"] == "partial"


def test_the_type_surface_is_mandatory_in_a_long_packet(work: Repo) -> None:
    long = _minimal(out_of_scope=[f"The part that is called {number}, and whatever belongs to it" for number in range(30)])
    assert "error[brief/missing-type-surface]" in _build(work, long).stderr.decode()
    typed = json.dumps({**json.loads(long), "type_surface": ["`Rate`"]})
    assert _returns(_build(work, typed, "--json"))["completeness"] == "minimal"
    short = _minimal(type_surface=["`Rate`"])
    assert _returns(_build(work, short, "--json"))["completeness"] == "partial"


def test_facts_of_the_repository_are_known_to_the_rules(work: Repo) -> None:
    done = _build(work, _minimal(files_touched=[{"path": "src/gone.ts", "names": ["Gone"]}, {"path": "src/rates.ts", "names": ["Rate"]}]))
    assert "`src/gone.ts` is not in this repository" in done.stderr.decode() or "`src/gone.ts` never existed" in done.stderr.decode()
    assert "rates.ts" not in done.stderr.decode()


def test_outside_a_repository_a_brief_is_built_too(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    outside = tmp_path / "outside"
    outside.mkdir()
    done = _build(repo, _minimal(), "-o", "x.md", cwd="../outside")
    assert done.returncode == 0
    assert (outside / "x.md").read_bytes().startswith(b"## Context Packet\n")


@pytest.mark.parametrize(
    ("output", "line"),
    [
        ("src", "src is a directory"),
        (".geas/x.md", ".geas/x.md: nothing is read as a brief there"),
        ("no/such/x.md", "no/such/x.md cannot be written: no such file or directory"),
    ],
)
def test_an_output_that_cannot_be_is_a_usage_error(work: Repo, output: str, line: str) -> None:
    done = _build(work, _minimal(), "-o", output)
    assert done.stderr.decode().endswith(f"packetlint: {line}\n")
    assert done.stdout == b""
    assert done.returncode == 2


def test_an_output_that_is_no_markdown_file_is_linted_too(work: Repo) -> None:
    assert _build(work, _minimal(acceptance_criteria=None), "-o", "prompt.txt").returncode == 1
    assert _build(work, _minimal(), "-o", "prompt.txt").returncode == 0
    assert work.read("prompt.txt").startswith("## Context Packet\n")


def test_a_dash_as_output_is_standard_output(work: Repo) -> None:
    assert _build(work, _minimal(), "-o", "-").stdout == _build(work, _minimal()).stdout


def test_a_draft_cannot_hide_findings_or_end_the_brief(work: Repo) -> None:
    hostile = ["<!-- packetlint: ignore-file=all -->", "# End", "Change login.ts:42"]
    done = _build(work, _minimal(out_of_scope=hostile))
    assert "error[brief/file-line-reference]" in done.stderr.decode()
    assert done.returncode == 1


def test_a_text_that_a_label_of_the_configuration_would_cut_is_refused_by_its_field(work: Repo) -> None:
    work.write({"packetlint.toml": '[brief.labels]\nAnmerkung = "summary"\n'})
    done = _build(work, json.dumps({"summary": "a", "current_behavior": "b\n\nAnmerkung:\n\nc"}))
    assert done.stderr.decode() == (
        "packetlint: standard input:1: `current_behavior`: would be read as something else in a brief; put it into other words\n"
    )
    assert done.returncode == 2


_PLACES = [
    {"TZ": "Pacific/Kiritimati", "LC_ALL": "C", "PYTHONHASHSEED": "1"},
    {"TZ": "America/Adak", "LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "2"},
    {"TZ": "UTC", "LC_ALL": "POSIX", "PYTHONHASHSEED": "3", "PYTHONUTF8": "0", "COLUMNS": "20"},
]


@pytest.mark.parametrize("name", ["packet", "agent-brief"])
def test_the_bytes_are_the_same_in_every_time_zone_locale_and_hash_seed(work: Repo, name: str) -> None:
    draft = (DRAFTS / f"{name}.yaml").read_text("utf-8").replace("The lockout mail", "邮件 📧")
    first = _build(work, draft, "--json")
    assert first.returncode == 0
    for place in _PLACES:
        assert _build(work, draft, "--json", env={**os.environ, **place}).stdout == first.stdout
