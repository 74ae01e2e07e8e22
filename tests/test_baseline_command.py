"""`--write-baseline` and `--baseline`: old findings are hidden, new ones are not, and what became of the old is said."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from briefs import CATEGORY, GOOD, LINE, WARNING

from packetlint.cli.baseline import ONLINE
from packetlint.cli.kinds import rule_names
from packetlint.cli.main import main

if TYPE_CHECKING:
    from gitrepo import Repo

_OLD = "The second page is sorted by id (see pager.py:40), whatever order was asked for."
_ENTRY = json.dumps({"path": "a.md", "rule": "brief/file-line-reference", "text": _OLD})


@pytest.fixture
def here(repo: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Repo:
    """Give a repository whose one error is in the baseline, and stand in it."""
    monkeypatch.chdir(repo.top)
    repo.write({"a.md": LINE})
    assert main(["check", "--write-baseline", "base.jsonl"]) == 0
    out, err = capsys.readouterr()
    assert out == "1 file read (working tree), 1 brief: no findings, 1 in the baseline\n"
    assert err == "packetlint: base.jsonl: 1 entry written, 1 of them new, 0 dropped\n"
    return repo


def _check(capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, str, str]:
    """Give the status, what was found, and what was said besides."""
    capsys.readouterr()
    status = main(["check", "--baseline", "base.jsonl", "--format", "concise", *options])
    return (status, *capsys.readouterr())


def test_the_file_says_rule_path_and_the_text_of_the_line(here: Repo) -> None:
    assert here.read("base.jsonl") == f'{{"version": 1}}\n{_ENTRY}\n'


def test_what_is_in_the_baseline_is_hidden_and_counted(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    assert _check(capsys) == (0, "1 file read (working tree), 1 brief: no findings, 1 in the baseline\n", "")
    _check(capsys, "--format", "json", "--output-file", "r.json")
    assert json.loads(here.read("r.json"))["summary"]["hidden"] == 1


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("# More\n\n" + LINE, id="lines above"),
        pytest.param(LINE.replace(_OLD, f"  {_OLD}  "), id="another indent"),
        pytest.param(LINE.replace("\n", "\r\n"), id="other line ends"),
    ],
)
def test_an_edit_elsewhere_leaves_it_hidden(here: Repo, capsys: pytest.CaptureFixture[str], text: str) -> None:
    here.write({"a.md": text})
    assert _check(capsys)[0] == 0


@pytest.mark.parametrize(
    ("files", "lines"),
    [
        pytest.param({"a.md": LINE.replace(_OLD, f"{_OLD}\n{_OLD}")}, ["a.md:8:38"], id="the same line again"),
        pytest.param({"a.md": LINE.replace(":40)", ":40 and pager.py:40)")}, ["a.md:7:38", "a.md:7:54"], id="the line changed"),
        pytest.param({"b.md": LINE}, ["b.md:7:38"], id="the same line in another file"),
        pytest.param({"a.md": LINE.replace("bug", "fix", 1)}, ["a.md:3:15"], id="another rule"),
    ],
)
def test_a_new_finding_fails(here: Repo, capsys: pytest.CaptureFixture[str], files: dict[str, str], lines: list[str]) -> None:
    here.write(files)
    status, out, _ = _check(capsys)
    assert (status, [line.partition(": ")[0] for line in out.splitlines()[:-1]]) == (1, lines)


def test_an_entry_that_matches_nothing_is_said_and_fails_nothing(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"a.md": GOOD})
    status, out, err = _check(capsys)
    assert (status, out) == (0, "1 file read (working tree), 1 brief: no findings\n")
    assert err == (
        "packetlint: base.jsonl: 1 entry matches nothing any more; --write-baseline base.jsonl drops it\n"
        "packetlint:   a.md: brief/file-line-reference\n"
    )
    main(["check", "--write-baseline", "base.jsonl"])
    assert capsys.readouterr().err == "packetlint: base.jsonl: 0 entries written, 0 of them new, 1 dropped\n"
    assert here.read("base.jsonl") == '{"version": 1}\n'


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(("b.md",), id="another file named"),
        pytest.param(("--select", "links"), id="another rule selected"),
        pytest.param(("--ignore", "brief/file-line-reference"), id="the rule ignored"),
        pytest.param(("--hook", "links", "a.md"), id="the hook of another kind"),
        pytest.param(("--staged",), id="nothing staged"),
    ],
)
def test_what_a_run_did_not_look_at_is_neither_stale_nor_dropped(
    here: Repo, capsys: pytest.CaptureFixture[str], options: tuple[str, ...]
) -> None:
    here.commit({"a.md": GOOD, "b.md": CATEGORY})
    assert _check(capsys, *options)[2] == ""
    main(["check", "--write-baseline", "base.jsonl", *options])
    assert _ENTRY in here.read("base.jsonl").splitlines()


def test_a_reason_and_a_date_are_kept(here: Repo, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    said = _ENTRY.replace("}", ', "reason": "the log format", "review_by": "2024-05-01"}')
    here.write({"base.jsonl": said, "b.md": WARNING})
    assert main(["check", "--write-baseline", "base.jsonl"]) == 0
    assert said in here.read("base.jsonl").splitlines()
    assert len(here.read("base.jsonl").splitlines()) == 3
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1714607999")  # 2024-05-01 23:59:59
    assert _check(capsys)[::2] == (0, "")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1714608000")
    status, _, err = _check(capsys)
    assert (status, err.splitlines()) == (
        0,
        [
            "packetlint: base.jsonl: 1 entry was to be reviewed by now",
            "packetlint:   a.md: brief/file-line-reference (review by 2024-05-01, the log format)",
        ],
    )
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")
    assert _check(capsys) == (2, "", "packetlint: SOURCE_DATE_EPOCH is no number of seconds\n")


def test_what_only_the_network_can_tell_stays_without_it(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    assert set(rule_names()) >= ONLINE
    entry = json.dumps({"path": "a.md", "rule": "links/http-failed", "text": "- https://example.org/tax"})
    here.write({"base.jsonl": f"{_ENTRY}\n{entry}\n"})
    assert _check(capsys)[2] == ""
    main(["check", "--write-baseline", "base.jsonl"])
    assert entry in here.read("base.jsonl").splitlines()


def test_a_long_list_of_entries_is_cut(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({f"{name}.md": LINE for name in "bcdefgh"})
    main(["check", "--write-baseline", "base.jsonl"])
    here.write({f"{name}.md": GOOD for name in "abcdefgh"})
    said = _check(capsys)[2].splitlines()
    assert said[0] == "packetlint: base.jsonl: 8 entries match nothing any more; --write-baseline base.jsonl drops them"
    assert (len(said), said[-1]) == (7, "packetlint:   and 3 more")


def test_a_file_that_cannot_be_read_is_never_accepted(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"a.md": b"## Agent Brief\n\xff\n"})
    assert main(["check", "--write-baseline", "base.jsonl", "a.md"]) == 1
    assert "file/unreadable-file" in capsys.readouterr().out
    assert _ENTRY in here.read("base.jsonl").splitlines()  # what it holds is not known, so nothing is dropped
    here.write({"base.jsonl": json.dumps({"path": "a.md", "rule": "file/unreadable-file", "text": ""}), "b.md": GOOD})
    assert _check(capsys)[0] == 1


def test_a_long_line_is_kept_short_and_known_by_all_of_it(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    long = LINE.replace("whatever", "x " * 5000 + "whatever")
    here.write({"a.md": long})
    main(["check", "--write-baseline", "base.jsonl"])
    assert len(here.read("base.jsonl")) < 400
    assert _check(capsys)[0] == 0
    here.write({"a.md": long.replace("asked", "wanted")})
    assert _check(capsys)[0] == 1


def test_every_report_leaves_out_what_is_in_the_baseline(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    for format, empty in (("sarif", '"results": [\n]'), ("gitlab", "[\n]\n"), ("junit", 'name="no findings"')):
        main(["check", "--baseline", "base.jsonl", "--format", format])
        assert empty in capsys.readouterr().out


def test_an_unchanged_tree_is_judged_by_the_baseline_it_has_now(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.commit()
    assert _check(capsys)[0] == 0
    here.write({"base.jsonl": ""})
    assert _check(capsys)[0] == 1
    assert main(["check"]) == 1
