"""The command `partition` where there is no proposal, what is written and what is not, and bad input."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest
from irs import digest, ir, item, target, worked
from planning import gaps_of, proposal_of, run

if TYPE_CHECKING:
    from gitrepo import Repo


def test_a_cycle_is_infeasible_and_all_else_is_told_with_it(repo: Repo) -> None:
    items = [
        item("a", parents=["c"]),
        item("b", parents=["a"]),
        item("c", parents=["b"]),
        item("d", parents=["d"]),
        item("e", parents=["a"]),
    ]
    document = ir([target("A", capacityEvidence=None), target("A", capacityEvidence="")], [*items, item("a", -1)], complete=False)
    assert gaps_of(repo, document, "INFEASIBLE") == [
        ("INVENTORY_INCOMPLETE", None, None),
        ("CAPACITY_UNVERIFIED", None, "A"),
        ("DUPLICATE_ID", None, "A"),
        *((code, "a", None) for code in ("CAUSAL_CYCLE", "DUPLICATE_ID", "E_TOKEN_ESTIMATE")),
        ("CAUSAL_CYCLE", "d", None),
    ]


@pytest.mark.parametrize(
    ("fields", "gap"),
    [
        ({"causalParents": ["nobody"]}, "UNKNOWN_SOURCE"),
        ({"tokenEstimate": 1.5}, "E_TOKEN_ESTIMATE"),
        ({"directiveChannel": True}, "E_AUTHORITY_CHANNEL"),
        ({"kind": "GUIDANCE", "trustClass": "CURRENT_GUIDANCE", "directiveChannel": True}, "E_GUIDANCE_NOT_CURRENT"),
        ({"droppable": True, "obligationState": "OPEN"}, "E_NON_DROPPABLE_STATE"),
    ],
)
def test_an_item_that_its_own_rules_refuse_is_named_and_nothing_is_planned(repo: Repo, fields: dict[str, Any], gap: str) -> None:
    assert (gap, "a", None) in gaps_of(repo, ir([target("A")], [item("a", **fields)]), "UNKNOWN")


@pytest.mark.parametrize(
    ("fields", "gap"),
    [
        ({"admissionEvidenceRef": None}, "E_UNADMITTED_BODY"),
        ({"type": "ABSTRACT_SLOT"}, "E_UNADMITTED_BODY"),
        ({"capacityTokens": -1}, "E_CAPACITY"),
        ({"capacityEvidence": None}, "CAPACITY_UNVERIFIED"),
    ],
)
def test_a_target_that_its_own_rules_refuse_is_named_and_nothing_is_planned(repo: Repo, fields: dict[str, Any], gap: str) -> None:
    assert gaps_of(repo, ir([target("A", **fields)], [item("a")]), "UNKNOWN") == [(gap, None, "A")]


def test_a_space_whose_id_is_not_its_digest_is_a_gap(repo: Repo) -> None:
    names = (
        "modelArtifactDigest",
        "modelConfigDigest",
        "preprocessingDigest",
        "chunkerDigest",
        "quantizationDigest",
        "redactionPolicyDigest",
    )
    words = dict.fromkeys(("pooling", "normalization", "metric", "coordinatePrecision", "modality"), "any")
    space = {**words, **dict.fromkeys(names, digest("x")), "dimensions": 3, "spaceId": digest("y")}
    assert gaps_of(repo, ir([target("A")], [item("a", retrievalSpace=space)]), "UNKNOWN") == [("E_SPACE_ID", "a", None)]


def test_nothing_is_written_for_an_ir_that_cannot_be_planned(repo: Repo) -> None:
    repo.write({"out.json": "old"})
    done = run(repo, worked(complete=False), "-o", "out.json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["result"] == "UNKNOWN"
    assert repo.read("out.json") == "old"


# -- files ----------------------------------------------------------------------------------------


def test_a_proposal_is_written_to_a_file_with_nothing_on_standard_output(repo: Repo) -> None:
    expected = run(repo, worked()).stdout
    done = run(repo, worked(), "-o", "out.json")
    assert (done.returncode, done.stdout) == (0, b"")
    assert repo.read("out.json").encode() == expected
    assert {path.name for path in repo.top.iterdir()} == {".git", "out.json"}


def test_an_infeasible_proposal_is_written_too(repo: Repo) -> None:
    assert run(repo, worked(100), "-o", "out.json").returncode == 1
    assert json.loads(repo.read("out.json"))["result"] == "INFEASIBLE"


def test_check_is_content_with_the_same_bytes_whatever_their_result(repo: Repo) -> None:
    for second in (120, 100):
        run(repo, worked(second), "-o", "out.json")
        done = run(repo, worked(second), "--check", "out.json")
        assert (done.returncode, done.stdout) == (0, b""), done.stderr
        assert b"out.json is what the IR gives" in done.stderr


def test_check_shows_the_difference_and_changes_nothing(repo: Repo) -> None:
    run(repo, worked(100), "-o", "out.json")
    before = repo.read("out.json")
    done = run(repo, worked(), "--check", "out.json")
    assert done.returncode == 1
    lines = done.stdout.decode().splitlines()
    assert lines[:2] == ["--- a/out.json", "+++ b/out.json"]
    assert '-  "result": "INFEASIBLE",' in lines
    assert '+  "result": "FEASIBLE",' in lines
    assert repo.read("out.json") == before


def test_the_same_bytes_come_of_any_locale_hash_seed_and_order(repo: Repo) -> None:
    document = worked()
    expected = run(repo, document).stdout
    document["items"].reverse()
    document["targets"].reverse()
    for seed, locale in (("1", "C"), ("2", "tr_TR.UTF-8")):
        assert run(repo, document, env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale, "TZ": "Asia/Tokyo"}).stdout == expected


def test_configuration_of_the_repository_does_not_weaken_the_rules(repo: Repo) -> None:
    repo.write({"packetlint.toml": 'ignore = ["partition"]\n'})
    assert gaps_of(repo, ir([target("A")], [item("a", -1)]), "UNKNOWN") == [("E_TOKEN_ESTIMATE", "a", None)]


# -- bad input ------------------------------------------------------------------------------------


_ONE_LINE = json.dumps(worked())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1,}', "standard input:1:8: a comma stands before the closing `}`"),
        ('{\n  "a": NaN}', "standard input:2:8: `NaN` is no JSON number"),
        ("[" * 100_000, "standard input:1:201: "),
        ("[]", "standard input:1:1: the IR is a list, not an object"),
        ("", "standard input:1:1: the file holds nothing"),
        ('{"mode": "x", "mode": "y"}', "standard input:1:15: the key stands twice in its object"),
        (_ONE_LINE.replace('"source"', r'"\ud800"'), "the escape is half a character"),
        (_ONE_LINE.replace('"droppable"', '"dropable"', 1), "`items.0` has"),
        (_ONE_LINE.replace('"tokenEstimate": 60', '"tokenEstimate": "60"'), "`items.0.tokenEstimate` is"),
        (_ONE_LINE.replace('"EVIDENCE"', '"EVIDENC"', 1), "`items.0.kind` is `EVIDENC`, none of"),
        (_ONE_LINE.replace(digest("root"), "sha256:x"), "`sourceRootDigest` is `sha256:x`, no digest"),
    ],
)
def test_what_is_no_ir_is_told_in_one_line_with_its_place(repo: Repo, text: str, said: str) -> None:
    done = repo.run("packetlint", "partition", "-", stdin=text.encode())
    assert (done.returncode, done.stdout) == (2, b"")
    lines = done.stderr.decode().splitlines()
    assert len(lines) == 1
    assert said in lines[0]
    assert lines[0].startswith("packetlint: standard input:1:") or text.startswith("{\n")


def test_utf_16_and_missing_files_are_bad_input(repo: Repo) -> None:
    repo.write({"ir.json": _ONE_LINE.encode("utf-16"), "good.json": _ONE_LINE})
    for arguments in (("ir.json",), ("none.json",), ("good.json", "--check", "none.json"), ("good.json", "-o", ".")):
        done = repo.run("packetlint", "partition", *arguments)
        assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1), done.stderr


def test_output_and_check_exclude_each_other(repo: Repo) -> None:
    assert run(repo, worked(), "-o", "x", "--check", "x").returncode == 2


def test_what_cannot_be_seen_is_written_as_an_escape(repo: Repo) -> None:
    name = "a\u202e\u200b\ufeff\x7f\U000e0041é<!-- packetlint: ignore-file=all -->"
    proposal = proposal_of(repo, ir([target("A")], [item(name)]))
    assert proposal["items"][0]["itemId"] == name
    assert r"a\u202e\u200b\ufeff\u007f\udb40\udc41é\u003c!-- packetlint" in repo.read("proposal.json")


def test_an_ignore_comment_in_the_ir_hides_nothing(repo: Repo) -> None:
    name = "<!-- packetlint: ignore-file=all -->"
    assert gaps_of(repo, ir([target("A")], [item(name, -1)]), "UNKNOWN") == [("E_TOKEN_ESTIMATE", name, None)]
