"""Configuration: where it is found, what it changes, and what is said of one that cannot be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from briefs import GOOD, LINE, WARNING

from packetlint.cli.main import main

if TYPE_CHECKING:
    from gitrepo import Repo


@pytest.fixture
def here(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """Give a repository with a brief that has one error, and stand in it."""
    monkeypatch.chdir(repo.top)
    repo.write({"docs/brief.md": LINE})
    return repo


def _lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ('ignore = ["brief/file-line-reference"]', 0),
        ('ignore = ["brief"]', 0),
        ('ignore = ["brief/file-*"]', 0),
        ('select = ["file"]', 0),
        ('severity = { "brief/file-line-reference" = "warning" }', 0),
        ('severity = { "brief/file-line-reference" = "warning" }\nfail-on = "warning"', 1),
        ('exclude = ["docs/"]', 0),
        ('exclude = ["brief.md"]', 0),
        ('exclude = ["*.md"]', 0),
        ('exclude = ["/brief.md"]', 1),
        ('per-file-ignores = { "docs/**" = ["brief/file-line-reference"] }', 0),
        ('per-file-ignores = { "src/**" = ["brief/file-line-reference"] }', 1),
        ('preset = "recommended"', 1),
        ("[brief]\nbudget = 20", 1),
    ],
)
def test_a_key_changes_what_it_says(here: Repo, text: str, status: int) -> None:
    here.write({"packetlint.toml": text})
    assert main(["check", "."]) == status


def test_recommended_makes_heuristic_rules_warnings(here: Repo) -> None:
    here.write({"docs/brief.md": GOOD.replace("Returns the second page", "The page object exists"), "packetlint.toml": ""})
    assert main(["check"]) == 1
    here.write({"packetlint.toml": 'preset = "recommended"'})
    assert main(["check"]) == 0


def test_the_nearest_file_above_counts_alone(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"packetlint.toml": 'ignore = ["brief"]', "docs/packetlint.toml": "", "brief.md": LINE})
    assert main(["check", "--format", "concise"]) == 1
    assert [line.partition(":")[0] for line in _lines(capsys)[:-1]] == ["docs/brief.md"]


def test_pyproject_counts_where_it_has_a_table(here: Repo) -> None:
    here.write({"pyproject.toml": '[tool.packetlint]\nignore = ["brief"]\n', "docs/pyproject.toml": "[project]\nname = 'x'\n"})
    assert main(["check"]) == 0


def test_patterns_count_from_the_configurations_directory(here: Repo) -> None:
    here.write({"docs/packetlint.toml": 'exclude = ["/brief.md"]'})
    assert main(["check"]) == 0


def test_an_excluded_path_that_is_named_is_said_to_be(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"packetlint.toml": 'exclude = ["docs/"]'})
    assert main(["check", "docs/brief.md"]) == 0
    assert _lines(capsys) == [
        "excluded: docs/brief.md (packetlint.toml: exclude `docs/`)",
        "0 files read (working tree): nothing was judged",
    ]


def test_what_a_file_above_excludes_stays_excluded(here: Repo) -> None:
    here.write({"packetlint.toml": 'exclude = ["docs/"]', "docs/packetlint.toml": "exclude = []"})
    assert main(["check"]) == 0


def test_the_command_line_overrules_select_and_fail_on(here: Repo) -> None:
    here.write({"packetlint.toml": 'select = ["file"]\nfail-on = "warning"', "docs/brief.md": WARNING})
    assert main(["check", "--select", "brief"]) == 1
    assert main(["check", "--select", "brief", "--fail-on", "error"]) == 0


def test_the_configuration_comes_from_what_is_judged(here: Repo) -> None:
    here.write({"packetlint.toml": 'ignore = ["brief"]'})
    here.add()
    here.write({"packetlint.toml": ""})
    assert main(["check", "--staged"]) == 0
    assert main(["check"]) == 1


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("ignroe = []", "packetlint.toml:1: `ignroe`: is not a known key; did you mean `ignore`?"),
        ("# x\n\n[brief]\ncategoreis = []", "packetlint.toml:4: `brief.categoreis`: is not a known key; did you mean `categories`?"),
        ("select = 3", "packetlint.toml:1: `select`: is not a list"),
        ("select = [\n  'brief',\n  3,\n]", "packetlint.toml:1: `select[1]`: is not a string"),
        ("fail-on = 'never'", "packetlint.toml:1: `fail-on`: is none of error, warning"),
        ("[brief]\nbudget = 0", "packetlint.toml:2: `brief.budget`: is less than 1"),
        ("[brief]\nbudget = true", "packetlint.toml:2: `brief.budget`: is not a whole number"),
        ("x = [", "packetlint.toml:1: is not valid TOML: invalid value"),
        ("a = 1\nb = = 2", "packetlint.toml:2: is not valid TOML: invalid value"),
        (
            "ignore = ['brief/vague-tusk']",
            "packetlint.toml:1: `ignore`: no rule is called `brief/vague-tusk`; did you mean `brief/vague-task`?",
        ),
        (
            "[severity]\n'breif' = 'error'",
            "packetlint.toml:2: `severity.breif`: no rule is called `breif`; did you mean `brief`?",
        ),
        ("[[smells]]\npattern = 'x'", "packetlint.toml:1: `smells[0]`: has no `message`"),
        (
            "[brief.labels]\nZiel = 'Sumary'",
            "packetlint.toml:2: `brief.labels.Ziel`: stands for `Sumary`, which is no label; did you mean `Summary`?",
        ),
        ("allow-host = ['x']", "packetlint.toml:1: `allow-host`: is not a known key"),
    ],
)
def test_a_broken_configuration_names_file_line_and_key(here: Repo, text: str, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"packetlint.toml": text})
    assert main(["check"]) == 2
    captured = capsys.readouterr()
    assert captured.err == f"packetlint: {line}\n"
    assert captured.out == ""


def test_in_pyproject_the_key_is_found_too(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"pyproject.toml": "[project]\nname = 'x'\n\n[tool.packetlint]\nselct = []\n"})
    assert main(["check"]) == 2
    assert capsys.readouterr().err == "packetlint: pyproject.toml:5: `selct`: is not a known key; did you mean `select`?\n"


def test_a_configuration_that_leaves_the_repository_is_refused(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    (here.top / "packetlint.toml").symlink_to("../elsewhere.toml")
    assert main(["check"]) == 2
    assert capsys.readouterr().err == "packetlint: packetlint.toml: is a symbolic link that leaves the repository\n"


def test_categories_and_labels_of_ones_own_are_known(here: Repo) -> None:
    text = GOOD.replace("Category:** bug", "Art:** Aufräumen").replace("Out of scope", "Nicht dabei")
    labels = '[brief]\ncategories = ["Aufräumen"]\nlabels = { "Art" = "Category", "Nicht dabei" = "Out of scope" }\n'
    here.write({"docs/brief.md": text})
    assert main(["check"]) == 1
    here.write({"packetlint.toml": labels})
    assert main(["check"]) == 0


@pytest.mark.parametrize(
    ("where", "places"),
    [("everywhere", [5, 9, 11]), ("outside-fences", [5, 9]), ("narrative", [5])],
)
def test_an_expression_of_ones_own_looks_where_it_should(
    here: Repo, where: str, places: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    smell = f"[[smells]]\npattern = '(?i)jira-\\d+'\nmessage = 'says a ticket'\nseverity = 'warning'\nwhere = '{where}'\n"
    text = "## Agent Brief\n\n**Category:** bug\n\nSee JIRA-12.\n\n**Out of scope:**\n\n- jira-13\n```text\njira-14\n```\n"
    here.write({"packetlint.toml": smell, "docs/brief.md": text})
    main(["check", "--format", "concise", "--select", "brief/custom-smell"])
    assert [line.split(":")[1] for line in _lines(capsys)[:-1]] == [str(place) for place in places]


def test_an_expression_that_runs_out_of_time_is_named(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"packetlint.toml": "# mine\n[[smells]]\npattern = '(a|aa)+$'\nmessage = 'x'\n"})
    here.write({"docs/brief.md": LINE.replace("Ranking", "a" * 60 + "!")})
    assert main(["check"]) == 2
    assert capsys.readouterr().err == "packetlint: packetlint.toml:3: `smells[0].pattern`: `(a|aa)+$` took more than 1 s on one brief\n"


@pytest.mark.parametrize(
    ("pattern", "fault"),
    [
        ("(a{9999}){9999}", "is too large: at most 2000 characters, and 10000 repeats in all"),
        ("a{99999999}", "is too large: at most 2000 characters, and 10000 repeats in all"),
        ("(?R)", "is recursive, which is not allowed"),
    ],
)
def test_an_expression_that_is_too_much_to_compile_is_refused(
    here: Repo, pattern: str, fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    here.write({"packetlint.toml": f"[[smells]]\npattern = 'x'\nmessage = 'x'\n[[smells]]\npattern = '{pattern}'\nmessage = 'x'\n"})
    assert main(["check"]) == 2
    assert capsys.readouterr().err == f"packetlint: packetlint.toml:5: `smells[1].pattern`: `{pattern}` {fault}\n"


def test_an_expression_that_is_none_is_named(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"packetlint.toml": "[[smells]]\npattern = '(a'\nmessage = 'x'\n"})
    assert main(["check"]) == 2
    assert capsys.readouterr().err.startswith("packetlint: packetlint.toml:2: `smells[0].pattern`: `(a` is not a regular expression: ")


def _table(*words: str) -> bytes:
    import base64

    tokens = [*(bytes([byte]) for byte in range(256)), *(word.encode() for word in words)]
    return b"".join(base64.b64encode(token) + f" {rank}\n".encode() for rank, token in enumerate(tokens))


def test_a_local_table_counts_exactly(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"docs/brief.md": GOOD, "cl100k_base.tiktoken": _table(), "packetlint.toml": "[tokens]\nfile = 'cl100k_base.tiktoken'\n"})
    here.write({"packetlint.toml": "[tokens]\nfile = 'cl100k_base.tiktoken'\n[brief]\nbudget = 10\n"})
    main(["check", "--format", "concise", "--select", "brief/over-token-limit"])
    assert f"about {len(GOOD.rstrip().encode())} tokens, over the limit of 10" in _lines(capsys)[0]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("nothing.tiktoken", None, "nothing.tiktoken does not exist"),
        ("mine.tiktoken", b"YQ== 0\n", "mine.tiktoken is named after no encoding; known: "),
        ("cl100k_base.tiktoken", b"secret\n", "cl100k_base.tiktoken is not an encoding table (a base64 token and its rank a line)"),
        ("cl100k_base.tiktoken", b"YQ== 0\n", "cl100k_base.tiktoken is not a whole encoding table: it lacks single bytes"),
    ],
)
def test_a_table_that_cannot_be_used_is_named(
    here: Repo, name: str, content: bytes | None, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    here.write({"packetlint.toml": f"[tokens]\nfile = '{name}'\n", **({name: content} if content else {})})
    assert main(["check"]) == 2
    assert capsys.readouterr().err.startswith(f"packetlint: packetlint.toml:2: `tokens.file`: {message}")


def test_a_ratio_of_ones_own_changes_the_estimate(here: Repo) -> None:
    here.write({"docs/brief.md": GOOD, "packetlint.toml": "[brief]\nbudget = 150\n"})
    assert main(["check"]) == 0
    here.write({"packetlint.toml": "[brief]\nbudget = 150\n[tokens]\nratio = 2.5\n"})
    assert main(["check"]) == 1
