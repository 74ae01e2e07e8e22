"""The short way of reading a hook's command line says what the whole grammar says."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from packetlint.cli import check
from packetlint.cli.grammar import parse
from packetlint.cli.options import CheckOptions, plain_check

_WORDS = st.sampled_from(["--hook", "--select", "--ignore", "--select=links", "--fix", "--", "-", "links", "brief/*", "", "a.md", "-x.md"])


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[CheckOptions]:
    """Give the list to which a run of `check` adds its options, instead of checking anything."""
    asked: list[CheckOptions] = []

    def run(options: CheckOptions) -> int:
        asked.append(options)
        return 0

    monkeypatch.setattr(check, "run", run)
    return asked


def _by_the_grammar(argv: list[str], read: list[CheckOptions]) -> list[object]:
    parsed = parse(argv)
    parsed.run(parsed)
    return _values(read.pop())


def _values(options: CheckOptions | None) -> list[object]:
    return [tuple(value) if isinstance(value, list) else value for value in options or ()]


@pytest.mark.parametrize(
    "argv",
    [
        pytest.param([], id="nothing"),
        pytest.param(["--select", "links", "."], id="one option"),
        pytest.param(["--hook", "all", "--select", "links", "--ignore", "links/*", "--select", "brief", "a.md", "b.md"], id="all of them"),
        pytest.param(["--select", ""], id="an empty value"),
        pytest.param(["--hook", "brief", "--hook", "links"], id="a hook named twice"),
    ],
)
def test_a_plain_command_line_is_read_the_short_way(argv: list[str], read: list[CheckOptions]) -> None:
    assert _values(plain_check(["check", *argv])) == _by_the_grammar(["check", *argv], read)


@pytest.mark.parametrize("argv", [["--select", "--fix"], ["--select"], ["a.md", "--select", "links"], ["--select=links"], ["-x.md"]])
def test_any_other_command_line_is_left_to_the_grammar(argv: list[str]) -> None:
    assert plain_check(["check", *argv]) is None


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(_WORDS, max_size=5))
def test_what_is_read_the_short_way_the_grammar_reads_alike(read: list[CheckOptions], argv: list[str]) -> None:
    plain = plain_check(["check", *argv])
    if plain is not None:
        assert _values(plain) == _by_the_grammar(["check", *argv], read)
