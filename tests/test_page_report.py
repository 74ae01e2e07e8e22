"""The page of `check --format html`: every finding with its excerpt, whole without a script, and nothing breaks out of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from briefs import GOOD, LINE
from hypothesis import example, given
from hypothesis import strategies as st
from pages import Page, assert_is_sealed

from packetlint.cli.formats.html import render
from packetlint.core.diagnostic import TOP, Diagnostic, Edit, Fix, Span
from packetlint.core.engine import Report
from packetlint.core.paths import visible
from packetlint.core.source import Source

if TYPE_CHECKING:
    from gitrepo import Repo

NASTY = [
    "</pre></script><script>alert(1)</script>",
    "<!--",
    "\"'&lt;&",
    "`a` `<b>`",
    "\u202eab",
    "\ud800\udcff",
    "\x1b[31m",
    "$findings",
    "\u2028",
    "a\nb",
    "",
]
ALLOWED = frozenset(
    "html head meta title style body header h1 h2 p aside div label input fieldset legend output "
    "bdi button details summary table tbody tr th td a main article span pre mark code script".split()
)
NAMES = st.one_of(st.sampled_from(NASTY), st.text(alphabet=st.characters(codec=None), max_size=12))
LINES = st.one_of(
    st.sampled_from([name for name in NASTY if "\ud800" not in name]),
    st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\0")),
)


def report_of(*diagnostics: Diagnostic, text: str | None = None, **more: int) -> Report:
    """Make the report of one file; its text is None where it could not be read."""
    sources = {diagnostic.path: Source(diagnostic.path, text.encode()) for diagnostic in diagnostics} if text is not None else {}
    return Report(list(diagnostics), more.get("hidden", 0), more.get("files", 1), 0, {"brief": more.get("briefs", 1)}, [], sources, [])


def found(span: Span = TOP, path: str = "a.md", message: str = "is wrong", help: str = "mend it") -> Diagnostic:
    """Make a finding of the rule brief/vague-task."""
    return Diagnostic(path, span, "brief/vague-task", "error", message, help)


def _excerpt(text: str, span: Span) -> str:
    """Give what is shown of a text: lines as `number text`, what is marked in brackets."""
    page = render(report_of(found(span), text=text))
    excerpt = page[page.index("<pre>") + 5 : page.index("</pre>")]
    excerpt = re.sub('<mark(?: class="empty")?>', "[", excerpt).replace("</mark>", "]")
    excerpt = re.sub(r'<span class="line(?: at)?" data-line="(\d+)">', r"\1 ", excerpt)
    return excerpt.replace('<span class="more">', "").replace("</span>", "")


@pytest.mark.parametrize(
    ("text", "span", "shown"),
    [
        pytest.param("one\ntwo\nthree\nfour\n", Span(2, 1, 2, 4), "1 one\n2 [two]\n3 three\n", id="a line"),
        pytest.param("one\ntwo", Span(1, 2, 1, 3), "1 o[n]e\n2 two\n", id="first line"),
        pytest.param("one\ntwo", Span(2, 2, 2, 4), "1 one\n2 t[wo]\n", id="last line"),
        pytest.param("one\n\tx\n", Span(2, 2, 2, 3), "1 one\n2 \t[x]\n3 \n", id="tab"),
        pytest.param("one\ntwo\nthree", Span(1, 3, 2, 2), "1 on[e]\n2 [t]wo\n3 three\n", id="two lines"),
        pytest.param("one\ntwo\nthree", Span(1, 1, 2, 1), "1 [one]\n2 two\n", id="a line with its end"),
        pytest.param("one", Span(1, 4, 1, 4), "1 one[]\n", id="at the end"),
        pytest.param("", TOP, "1 []\n", id="an empty file"),
        pytest.param("a\nb\nc\nd\ne\nf\ng\nh", Span(1, 1, 7, 2), "1 [a]\n2 [b]\n3 [c]\n4 [d]\n5 [e]\n6 [f]\n…\n8 h\n", id="many lines"),
        pytest.param("a" * 100 + "B" + "c" * 300, Span(1, 101, 1, 102), f"1 …{'a' * 40}[B]{'c' * 139}…\n", id="a long line"),
        pytest.param("a" * 300 + "B", Span(1, 301, 1, 302), f"1 …{'a' * 179}[B]\n", id="the end of a long line"),
        pytest.param("a\r\nb\rc", Span(2, 1, 2, 2), "1 a\n2 [b]\n3 c\n", id="other line ends"),
    ],
)
def test_an_excerpt_shows_the_lines_around_and_marks_the_span(text: str, span: Span, shown: str) -> None:
    assert _excerpt(text, span) == shown


@given(NAMES, NAMES, NAMES, LINES, st.integers(0, 40), st.integers(0, 40))
@example(*NASTY[:3], "</pre><!--", 0, 9)
def test_nothing_becomes_markup_or_code(path: str, message: str, help: str, line: str, start: int, length: int) -> None:
    source = Source(path, line.encode())
    span = source.span(min(start, len(source.text)), min(start + length, len(source.text)))
    text = render(report_of(found(span, path, message, help), text=line))
    page = assert_is_sealed(text)
    assert {element.strip("</>").split()[0] for element in page.skeleton} <= ALLOWED
    assert page.skeleton.count("<article data-rule data-severity>") == 1
    assert f"{visible(path)}:{span.line}:{span.column}" in page.text
    text.encode()
    assert not set(text) & set("\u2028\u2029\u202e\0\x1b")


def test_a_finding_says_all_there_is_to_say() -> None:
    fixed = found(Span(1, 1, 1, 4))._replace(contract="BLOCK", pointer="/a/0", fix=Fix(False, (Edit(0, 1, "x"),)))
    page = assert_is_sealed(render(report_of(fixed, text="one")))
    assert "error is wrong\na.md:1:1 brief/vague-task BLOCK at /a/0 fixable with --fix --unsafe-fixes\none\n\nmend it\n" in page.text
    assert set(page.values("a", "href")) == {"https://github.com/packetlint/packetlint/blob/main/docs/rules/brief/vague-task.md"}


@pytest.mark.parametrize(
    ("report", "said"),
    [
        pytest.param(report_of(hidden=2), "no findings, 2 hidden\n1 file read, brief: 1\n", id="clean"),
        pytest.param(report_of()._replace(baselined=3), "no findings, 3 in the baseline\n", id="baseline"),
        pytest.param(report_of(briefs=0), "no findings\n1 file read, no artifact among them, nothing was judged\n", id="no artifact"),
        pytest.param(report_of(files=0, briefs=0), "no findings\n0 files read, nothing was judged\n", id="no file"),
        pytest.param(report_of(found(), found(path="b.md")), "2 errors\n1 file read, brief: 1\n", id="faults"),
        pytest.param(report_of()._replace(excluded=[("x.md", "by x")]), "1 file read, brief: 1; excluded: x.md (by x)\n", id="excluded"),
        pytest.param(report_of()._replace(crashes=["internal error in rule x"]), "; internal error in rule x\n", id="crash"),
    ],
)
def test_the_head_says_what_was_judged_and_found(report: Report, said: str) -> None:
    assert said in assert_is_sealed(render(report)).text


def test_findings_stand_by_file_and_rules_are_counted() -> None:
    other = found(path="b.md")._replace(rule="brief/empty-section", severity="warning")
    page = Page(render(report_of(found(), found(Span(1, 2, 1, 3)), other, text="one")))
    assert page.skeleton.count("<details class open>") == 2
    assert "brief/empty-section1\nbrief/vague-task2\n" in page.text
    assert page.values("article", "data-severity") == ["error", "error", "warning"]


def test_a_file_that_cannot_be_read_has_no_excerpt() -> None:
    assert "<pre >" not in Page(render(report_of(found()))).skeleton


def test_it_is_written_like_the_other_formats_and_the_same_every_time(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit({"brief.md": LINE, "good.md": GOOD})
    first = repo.run("packetlint", "check", "--format", "html")
    assert (first.returncode, first.stderr) == (1, b"")
    page = assert_is_sealed(first.stdout.decode())
    assert "brief/file-line-reference" in page.values("article", "data-rule")
    monkeypatch.setenv("PYTHONHASHSEED", "7")
    monkeypatch.setenv("TZ", "Asia/Kathmandu")
    done = repo.run("packetlint", "check", "--format", "html", "--output-file", "../report.html")
    assert done.stdout.startswith(b"2 files read (working tree)")
    assert repo.read("../report.html").encode() == first.stdout
