"""The seal: why a digest does not match, the fix, and `packetlint digest`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from proposals import NAMES, digest, disposition, findings, item, sealed, sound, text

from packetlint.cli.main import main
from packetlint.core.config import Configurations, Overrides
from packetlint.core.content import WorkingTree
from packetlint.core.engine import Linter
from packetlint.core.fix import mend
from packetlint.core.git import discover
from packetlint.core.intake import Candidate
from packetlint.core.tree import Tree
from packetlint.partition.digest import coverage_digest, hash_value
from packetlint.partition.kind import KIND

if TYPE_CHECKING:
    from collections.abc import Callable

    from gitrepo import Repo

    Value = dict[str, Any]

_MISMATCH = "the coverage digest does not match: "
_SOURCE = "sourceTargetRef"


def _mixed() -> Value:
    """Give a proposal whose itemIds are in another order by code point than by collation, and in a third in the file."""
    proposal = sound()
    proposal["items"] += [item("b"), item("A"), item("C")]
    proposal["dispositions"] += [disposition(name, "ASSIGNED", "body:a") for name in ("b", "A", "C")]
    return proposal


def _seal_with(proposal: Value, dispositions: list[Value]) -> Value:
    proposal["coverageDigest"] = hash_value({"sourceRootDigest": proposal["sourceRootDigest"], "dispositions": dispositions})
    return proposal


def _message(proposal: Value) -> str:
    (found,) = findings(proposal)
    assert (found.rule, found.contract, found.pointer) == ("partition/coverage-digest", "E_COVERAGE_DIGEST", "/coverageDigest")
    return found.message.removeprefix(_MISMATCH)


def test_without_a_reason_the_right_digest_is_named() -> None:
    proposal = sound()
    right = coverage_digest(proposal["sourceRootDigest"], proposal["dispositions"])
    proposal["coverageDigest"] = digest("other")
    assert _message(proposal) == f"that of the dispositions is {right}"


def test_sorting_by_code_point_is_recognised() -> None:
    proposal = _mixed()
    _seal_with(proposal, sorted(proposal["dispositions"], key=lambda raw: raw["itemId"]))
    assert _message(proposal) == "it is that of the dispositions sorted by code point; they have to be sorted as `localeCompare` does"


def test_sorting_by_utf16_units_is_recognised() -> None:
    proposal = sound()
    proposal["items"] += [item("\ufb01"), item("\U0001f600")]
    proposal["dispositions"] += [disposition(name, "ASSIGNED", "body:a") for name in ("\ufb01", "\U0001f600")]
    _seal_with(proposal, sorted(proposal["dispositions"], key=lambda raw: raw["itemId"].encode("utf-16-be")))
    assert "sorted by code point" in _message(proposal)


def test_no_sorting_is_recognised() -> None:
    proposal = _mixed()
    _seal_with(proposal, proposal["dispositions"])
    assert _message(proposal) == "it is that of the dispositions as they stand; they have to be sorted by itemId"


def test_a_formatter_that_sorted_the_keys_is_recognised() -> None:
    proposal = json.loads(json.dumps(sealed(_mixed()), sort_keys=True))
    assert _message(proposal) == "it is that of dispositions whose keys stand in the contract's order: a formatter has reordered them since"


@pytest.mark.parametrize("canonical", [False, True])
def test_a_digest_over_sorted_keys_is_recognised(canonical: bool) -> None:  # noqa: FBT001 - a parameter
    proposal = _mixed()
    ordered = [dict(sorted(raw.items())) for raw in proposal["dispositions"]]
    proposal["coverageDigest"] = coverage_digest(proposal["sourceRootDigest"], ordered)
    if canonical:
        by_id = sorted(ordered, key=lambda raw: raw["itemId"])
        proposal["coverageDigest"] = hash_value({"dispositions": by_id, "sourceRootDigest": proposal["sourceRootDigest"]})
    assert _message(proposal).startswith("it is that of dispositions with sorted keys")


def test_the_digest_of_an_older_revision_is_recognised() -> None:
    proposal = _mixed()
    without = [{name: raw[name] for name in raw if name != _SOURCE} for raw in proposal["dispositions"]]
    proposal["coverageDigest"] = coverage_digest(proposal["sourceRootDigest"], without)
    assert _message(proposal) == "it is that of the older revision, whose dispositions have no `sourceTargetRef`"


def test_the_digest_of_the_newer_revision_is_recognised() -> None:
    proposal = sealed(_mixed())
    for raw in proposal["dispositions"]:
        del raw[_SOURCE]
    (found, _) = sorted(findings(proposal), key=lambda finding: finding.rule)
    assert found.message.endswith("it is that of revision 2.0.2: `sourceTargetRef` has been taken out of the dispositions since")


def _in_repository(repo: Repo) -> str:
    git = discover(str(repo.top))
    assert git is not None
    content = WorkingTree(str(repo.top), Tree(git))
    linter = Linter([KIND], Configurations(content.read, lambda _: NAMES, Overrides()), content, lambda: NAMES)
    (found,) = linter.lint([Candidate("p.json", named=True)]).diagnostics
    git.close()
    return found.message.removeprefix(_MISMATCH)


def _edited() -> Value:
    proposal = sealed(sound())
    proposal["dispositions"][0]["reasonCode"] = "EDITED"
    return proposal


def test_an_edit_since_the_last_commit_is_recognised_and_the_items_are_named(repo: Repo) -> None:
    repo.commit({"p.json": text(sealed(sound()))})
    repo.write({"p.json": text(_edited())})
    assert _in_repository(repo) == (
        "it is that of an earlier commit: the dispositions of `guidance` changed, and the digest was not recomputed"
    )


def test_an_edit_that_is_committed_already_is_recognised_too(repo: Repo) -> None:
    repo.commit({"p.json": text(sealed(sound()))})
    proposal = _edited()
    proposal["sourceRootDigest"] = digest("another root")
    repo.commit({"p.json": text(proposal)})
    assert "the dispositions of `guidance` and the source root changed" in _in_repository(repo)


def test_without_history_or_with_rubbish_in_it_there_is_no_reason(repo: Repo) -> None:
    repo.write({"p.json": text(_edited())})
    assert _in_repository(repo).startswith("that of the dispositions is sha256:")
    for content in ("no json", "[]", b"\xff", '{"dispositions": 1, "sourceRootDigest": 2}'):
        repo.commit({"p.json": content})
    repo.write({"p.json": text(_edited())})
    assert _in_repository(repo).startswith("that of the dispositions is sha256:")


def test_earlier_contents_of_what_git_does_not_know_are_none(repo: Repo) -> None:
    assert Tree(None).committed("p.json") == []
    assert Tree(discover(str(repo.top))).committed("p.json") == []


def test_contents_before_a_commit_that_is_judged_are_those_of_its_parents(repo: Repo) -> None:
    repo.commit({"p.json": "1"})
    last = repo.commit({"p.json": "2"})
    git = discover(str(repo.top))
    assert Tree(git, last).committed("p.json") == [b"1"]
    assert git is not None
    git.close()


@pytest.mark.parametrize("ends", [b"\n", b"\r\n"])
def test_the_fix_is_unsafe_and_changes_the_bytes_of_the_digest_only(ends: bytes) -> None:
    good = json.dumps(sealed(_mixed()), indent=2, ensure_ascii=False).encode().replace(b"NEEDED", "größer".encode()).replace(b"\n", ends)
    good = good.replace(json.loads(good)["coverageDigest"].encode(), _right(good).encode())
    bad = good.replace(_right(good).encode(), b"stale")
    assert [found.fix.safe for found in findings(bad) if found.fix] == [False]
    assert mend(bad, findings, unsafe=False) == (bad, 0)
    assert mend(bad, findings, unsafe=True) == (good, 1)


def _right(raw: bytes) -> str:
    value = json.loads(raw)
    return coverage_digest(value["sourceRootDigest"], value["dispositions"])


# -- the command ---------------------------------------------------------------------------------


@pytest.fixture
def run(repo: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Give `packetlint digest`, run at the top of the repository: status, standard output and standard error."""
    monkeypatch.chdir(repo.top)

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(["digest", *arguments])
        written = capsys.readouterr()
        return status, written.out, written.err

    return run


def test_a_right_digest_is_printed(repo: Repo, run: Callable[..., tuple[int, str, str]]) -> None:
    proposal = sealed(sound())
    repo.write({"p.json": text(proposal)})
    assert run("p.json") == (0, f"{proposal['coverageDigest']}\n", "")


def test_another_digest_is_1_with_the_reason(repo: Repo, run: Callable[..., tuple[int, str, str]]) -> None:
    repo.commit({"p.json": text(sealed(sound()))})
    repo.write({"p.json": text(_edited())})
    reason = "it is that of an earlier commit: the dispositions of `guidance` changed, and the digest was not recomputed"
    assert run("p.json") == (1, f"{_right(text(_edited()))}\n", f"p.json has another digest: {reason}\n")


def test_writing_changes_the_digest_and_no_other_byte(repo: Repo, run: Callable[..., tuple[int, str, str]]) -> None:
    bad, right = text(_edited()), _right(text(_edited()))
    repo.write({"p.json": bad})
    assert run("p.json", "--write") == (0, f"{right}\n", "")
    assert repo.read("p.json").encode() == bad.replace(_edited()["coverageDigest"].encode(), right.encode())
    assert run("p.json", "--write") == (0, f"{right}\n", "")


def test_a_file_of_another_name_can_be_sealed_as_well(repo: Repo, run: Callable[..., tuple[int, str, str]]) -> None:
    repo.write({"plan": text(sealed(sound()))})
    assert run("plan")[0] == 0


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("{", "p.json:1:2: the text ends where a key in double quotes is due"),
        ("[]", "p.json is no proposal: it has no `dispositions` and no `sourceRootDigest` to seal"),
        (b"\xff", "p.json is not UTF-8: byte 0xff at byte offset 0"),
        (
            '{"dispositions": [1, 2], "sourceRootDigest": ""}',
            "p.json has no dispositions that could be sealed: each needs an itemId that is text",
        ),
        ('{"dispositions": [], "sourceRootDigest": ""}', "p.json has no `coverageDigest` to put the digest in: add the field first"),
    ],
)
def test_what_cannot_be_sealed_is_2_in_one_line(
    repo: Repo, run: Callable[..., tuple[int, str, str]], content: str | bytes, line: str
) -> None:
    repo.write({"p.json": content})
    assert run("p.json", "--write") == (2, "", f"packetlint: {line}\n")


def test_a_file_that_is_not_there_and_a_directory_are_2(repo: Repo, run: Callable[..., tuple[int, str, str]]) -> None:
    repo.write({"d/x": ""})
    assert run("p.json") == (2, "", "packetlint: p.json does not exist\n")
    assert run("d") == (2, "", "packetlint: d is a directory\n")
