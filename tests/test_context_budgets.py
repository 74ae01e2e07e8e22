"""What each reader gets of a text, role by role; what goes first where there is too much; a ceiling that holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from contexts import BUDGETS, CONSUMERS, NOW, TRIM_ORDER, bodies, brain, built, document, leaf, link, made, proves, text
from examples import times
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from packetlint.core.spool import Spool
from packetlint.links.context.ceiling import fit
from packetlint.links.context.document import Document, Header
from packetlint.links.context.model import Content, Failure, Missing, Ref
from packetlint.links.context.parts import is_bare
from packetlint.links.context.sections import Budget, section_of

if TYPE_CHECKING:
    from gitrepo import Repo

    from packetlint.links.builder import Built

PARAGRAPHS = [f"Paragraph {number}. " + "word " * 60 for number in range(40)]
HEAD = f"# The title\n\n{PARAGRAPHS[0]}\n\n## One\n\n{PARAGRAPHS[1]}\n\n## Two\n\n"
LONG = HEAD + "\n\n".join(PARAGRAPHS[2:]) + "\n"


@pytest.mark.parametrize(
    ("role", "consumer", "kept"),
    [(role, consumer, kept) for role, row in BUDGETS.items() for consumer, kept in zip(CONSUMERS, row, strict=True)],
)
def test_a_reader_gets_of_a_role_what_the_table_says(role: str, consumer: str, kept: str) -> None:
    ref = Ref(1, "/a.md", None if role == "none" else role)
    section = section_of(ref, Content("The title", LONG, "a.md", len(LONG), NOW), Budget(consumer, None, 4), Spool())  # type: ignore[arg-type]
    body = section.body.read()
    how, _, tokens = kept.partition(" ")
    if how == "all":
        assert (body, section.trim) == (LONG, "")
    elif how == "title":
        assert body == "The title"
    elif how == "first":
        assert body == f"The title\n\n{PARAGRAPHS[0].rstrip()}"
    elif how == "outline":
        assert body.startswith(HEAD.partition("## Two")[0].rstrip())
        assert body.endswith("Headings:\n\n- The title\n  - One\n  - Two")
    else:
        assert int(tokens) - 100 < len(body) / 4 <= int(tokens)
        assert LONG.startswith(body)
        assert body.endswith("word")  # at the end of a paragraph
    assert bool(section.trim) == (how != "all")


def test_what_is_no_markdown_has_no_outline_and_stays_whole() -> None:
    content = Content("a.py", LONG, "a.py", len(LONG), NOW, markdown=False)
    assert section_of(Ref(1, "/a.py", "spec"), content, Budget("brief", None, 4), Spool()).body.read() == LONG


def test_a_text_that_cannot_be_written_as_utf8_is_shown_by_escapes() -> None:
    section = section_of(Ref(1, "/a.md", "spec"), Content("T", "lone \ud800 half", "a.md", 9, NOW), Budget("full", None, 4), Spool())
    rendered = b"".join(Document(Header("a.md", "shop", NOW, None, 0), Budget("full", None, 4), [section], []).render())
    assert b"lone \\ud800 half" in rendered


@proves("input/consumer")
@pytest.mark.parametrize(("consumer", "ceiling"), [("reviewer", 8_000), ("author", 32_000), ("brief", 2_000), ("full", None)])
def test_a_consumer_has_its_ceiling(repo: Repo, consumer: str, ceiling: int | None) -> None:
    made(repo, brain(link("/tree/a.md", "spec"), **{"tree/a.md": text("Spec", 1000)}))
    result = built(repo, consumer=consumer)
    assert result.document
    assert result.document.budget.max_tokens == ceiling
    assert ceiling is None or ceiling - 200 < result.document.tokens <= ceiling
    assert result.document.ceiling_hit == (ceiling is not None)


def test_author_is_the_consumer_when_none_is_named(repo: Repo) -> None:
    made(repo, brain())
    assert "\nconsumer: author\n" in document(built(repo))


def _brain_of_every_role() -> dict[str, str | bytes]:
    links = [link(f"/tree/{role}-{size}.md", role) for role in TRIM_ORDER for size in ("long", "short")]
    files = {
        f"tree/{role}-{size}.md": text(f"{role} {size}", 12 if size == "long" else 8) for role in TRIM_ORDER for size in ("long", "short")
    }
    return brain(*links, **files)


def _shortened(result: Built) -> tuple[set[str], set[str]]:
    """Give what the ceiling shortened, and what of it to its title."""
    assert result.document
    forced = [section for section in result.document.sections if section.forced]
    names = [section.ref.uri.removeprefix("/tree/").removesuffix(".md") for section in forced]
    return set(names), {name for name, section in zip(names, forced, strict=True) if is_bare(section)}


@proves("input/max-tokens", "trim/scratch", "trim/external-reference", "trim/conversation", "trim/related-work", "trim/longest-first")
@proves("trim/prior-decision", "trim/spec", "trim/recorded", "state/ceiling-hit")
def test_what_is_least_missed_goes_first_and_of_a_role_the_longest(repo: Repo) -> None:
    made(repo, _brain_of_every_role())
    whole = built(repo, consumer="full").document
    assert whole
    order = [f"{role}-{size}" for role in TRIM_ORDER for size in ("long", "short")]
    optional, decisions = order[:8], {"prior-decision-long", "prior-decision-short"}
    seen: set[str] = set()
    for ceiling in range(whole.tokens, 400, -150):
        result = built(repo, consumer="full", max_tokens=ceiling, out=f".context/{ceiling}")
        gone, titles = _shortened(result)
        assert [name for name in order if name in gone & set(optional)] == optional[: len(gone & set(optional))]
        assert gone <= set(optional) or set(optional) <= gone
        assert not gone & {"spec-long", "spec-short"} or decisions <= titles
        assert "spec-short" not in gone or "spec-long" in gone
        assert "prior-decision-short" not in gone or "prior-decision-long" in gone
        seen |= gone
        assert result.document
        assert result.document.tokens <= ceiling
        assert result.document.ceiling_hit == bool(gone)
        assert ("## Budget trims" in document(result)) == bool(gone)
    assert seen == set(order)


def test_what_was_trimmed_is_listed_with_what_is_left(repo: Repo) -> None:
    made(
        repo,
        brain(link("/tree/a.md", "spec"), link("/tree/b.md", "scratch"), **{"tree/a.md": text("Spec", 20), "tree/b.md": text("Notes", 30)}),
    )
    result = built(repo, consumer="full", max_tokens=1_800)
    written = document(result)
    assert "| 2 | /tree/b.md | scratch | title only (ceiling) | 2 of 1,9" in written
    assert bodies(written)["/tree/b.md"] == "Notes"
    assert bodies(written)["/tree/a.md"].count("\n\n") == 20
    assert written.index("## Budget trims") < written.index("## 1. Spec")


@proves("failure/ceiling")
def test_when_what_is_required_does_not_fit_it_is_cut_at_a_paragraph(repo: Repo) -> None:
    files = {"tree/a.md": text("Spec", 60), "tree/b.md": text("Decision", 30), "tree/c.md": text("Short", 2), "tree/d.md": text("Notes", 9)}
    links = (link("/tree/a.md", "spec"), link("/tree/b.md", "prior-decision"), link("/tree/c.md", "spec"), link("/tree/d.md", "scratch"))
    made(repo, brain(*links, **files))
    result = built(repo, consumer="full", max_tokens=2_000)
    assert result.document
    assert result.document.ceiling_hit
    assert 1_800 < result.document.tokens <= 2_000
    kept = bodies(document(result))
    assert kept["/tree/a.md"].endswith("word")
    assert kept["/tree/a.md"].count("Spec ") > 15
    assert kept["/tree/c.md"].count("Short ") == 2
    assert "/tree/b.md" not in kept  # decisions give way before specs do
    assert "\nceiling_hit: true\n" in document(result)


def test_of_many_required_texts_some_are_kept_rather_than_a_line_of_each(repo: Repo) -> None:
    links = [link(f"/tree/{number}.md", "spec") for number in range(60)]
    made(repo, brain(*links, **{f"tree/{number}.md": text(f"Spec {number}", 12) for number in range(60)}))
    result = built(repo, consumer="reviewer")
    assert result.document
    assert 7_000 < result.document.tokens <= 8_000
    kept = [body for body in bodies(document(result)).values() if "word" in body]
    assert len(kept) > 5
    assert all(len(body) > 500 for body in kept)


def test_a_ceiling_too_small_for_anything_is_warned_of_and_the_output_is_written(repo: Repo) -> None:
    made(repo, brain(link("/tree/a.md", "spec"), **{"tree/a.md": text("Spec", 60)}))
    result = built(repo, max_tokens=10)
    assert result.document
    assert result.document.ceiling_hit
    assert [warning for warning in result.warnings if "too small" in warning]
    assert Path(result.written["context.md"]).exists()


def test_roles_that_were_not_asked_for_are_left_out_and_counted(repo: Repo) -> None:
    made(
        repo,
        brain(link("/tree/a.md", "spec"), "/tree/b.md", link("/tree/c.md", "scratch"), **{f"tree/{name}.md": leaf() for name in "abc"}),
    )
    assert list(bodies(document(built(repo, roles=("spec",))))) == ["/tree/a.md"]
    related = built(repo, roles=("related-work", "scratch"), out=".context/x")
    assert list(bodies(document(related))) == ["/tree/b.md", "/tree/c.md"]
    assert "Left out by their roles: 1 ref." in document(related)


@given(
    st.lists(
        st.tuples(st.sampled_from([*TRIM_ORDER, "mine", "my own", "x", None]), st.integers(0, 3000), st.integers(1, 200)), max_size=30
    ),
    st.integers(0, 30),
    st.integers(150, 9000),
    st.sampled_from(["author", "reviewer", "brief", "full"]),
)
@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=times(60))
def test_a_ceiling_holds_whatever_is_linked(texts: list[tuple[str | None, int, int]], missing: int, ceiling: int, consumer: str) -> None:
    budget = Budget(consumer, ceiling, 4)  # type: ignore[arg-type]
    sections, spool = [], Spool()
    for number, (role, words, width) in enumerate(texts, 1):
        body = f"# T{number}\n\n" + "\n\n".join("w " * width for _ in range(words // width + 1))
        content = Content(f"T{number}", body, "x", len(body), NOW)
        sections.append(section_of(Ref(number, f"/tree/{number}.md", role), content, budget, spool))
    failed = [
        Missing(Ref(len(texts) + at, f"/{'gone/' * 20}{at}.md", None), Failure("not-found", "is not there " * 9)) for at in range(missing)
    ]
    whole = Document(Header("a.md", "shop", NOW, None, 0), budget, sections, failed)
    fit(whole)
    raw = b"".join(whole.render())
    assert len(raw.decode()) / 4 <= whole.tokens <= len(raw.decode()) / 4 + 1
    assert whole.tokens <= ceiling
    assert f"token_estimate: {whole.tokens}\n" in raw.decode()


def test_two_hundred_links_fit_the_smallest_ceiling(repo: Repo) -> None:
    links = [link(f"/tree/a-leaf-with-a-long-name-{number}.md", "scratch" if number % 2 else None) for number in range(200)]
    files = {f"tree/a-leaf-with-a-long-name-{number}.md": text(f"Leaf {number} with a long title", 5) for number in range(0, 200, 2)}
    made(repo, brain(*links, link("/tree/spec.md", "spec"), **files, **{"tree/spec.md": text("Spec", 6)}))
    result = built(repo, consumer="brief")
    assert result.document
    assert result.document.tokens <= 2_000
    assert "Spec 5 word" in document(result)
    recorded = json.loads(Path(result.written["context.json"]).read_text("utf-8"))["refs"]
    assert [ref["uri"] for ref in recorded] == [*(f"/tree/a-leaf-with-a-long-name-{number}.md" for number in range(200)), "/tree/spec.md"]
