"""What a text hides is shown: no report and no command lets it steer a terminal, a log or the eye. `hidden-text`."""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import NoReturn

import pytest
from contexts import brain, leaf
from hostile import FORMATS, KINDS, as_json, raw_in, rendered
from irs import item, target
from packets import contract
from proposals import inventory, sealed, sound
from readings import read
from tables import holds

from packetlint.brief.kind import KIND
from packetlint.cli.main import main
from packetlint.core.json_text import json_text

_TEXTS = {
    "colour": "a\x1b[31mb",
    "title": "a\x1b]0;title\x07b",
    "hyperlink": "a\x1b]8;;http://x\x1b\\b",
    "c1": "a\x9b31m\x85b",
    "backspace": "safe\x08\x08\x08\x08evil\x7f",
    "override": "a\u202etxt.exe",
    "isolates": "a\u2066b\u2069\u200f",
    "separators": "a\u2028b\u2029",
    "azure": "##vso[task.setvariable]##[error]x",
    "tags": "a\U000e0041\U000e007f",
}
_ALL = " ".join(_TEXTS.values())


@holds("safety", "hidden-text")
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", _TEXTS)
def test_a_text_is_shown_escaped(text: str, kind: str, format: str) -> None:
    report = KINDS[kind]("name", _TEXTS[text]).lint()
    assert report.artifacts[kind] == 1
    assert report.diagnostics
    shown = rendered(report, format)
    assert raw_in(shown) == []
    assert len(read(format, shown)) == len(report.diagnostics)


@holds("safety", "hidden-text")
@pytest.mark.parametrize("format", ["full", "concise"])
def test_only_our_own_colours_reach_a_terminal(format: str) -> None:
    shown = rendered(KINDS["brief"]("name", _ALL).lint(), format, color=True)
    assert set(raw_in(shown)) == {"\x1b"}
    assert all(part[: part.index("m")] in ("[31m"[:-1], "[33", "[36", "[1", "[0") for part in shown.split("\x1b")[1:])


@holds("safety", "hidden-text")
def test_json_says_what_the_text_said() -> None:
    value = {"a": [_ALL, "\u3000 \u00e9 \u4e2d"], _ALL: 1}
    for indent in (None, 2):
        assert json.loads(json_text(value, indent)) == value
        assert raw_in(json_text(value, indent)) == []
    assert "\u00e9 \u4e2d" in json_text(value)
    assert json.loads(json_text("a\udcff\ud800")) == "a\\xff\\ud800"


_IR = {**inventory(), "targets": [target(_ALL)], "items": [item(_ALL)], "omissions": [], "disclosureProofs": []}


def _files() -> dict[str, str | bytes]:
    """Give artifacts of every kind, each with all of it in every text that a command may show."""
    wrong = sealed(sound())
    wrong["coverageDigest"] = _ALL
    return {
        **brain(json.dumps("/tree/" + _ALL), json.dumps("htps://x/" + _ALL), "/tree/a.md", **{"tree/a.md": leaf(body=f"# {_ALL}\n")}),
        **{made.path: made.raw for made in (make("name", _ALL) for make in KINDS.values())},
        "links/NODE.md": f"---\nsoft_links:\n  - {json.dumps('/' + _ALL)}\n---\n",
        "ir.json": as_json(_IR),
        "gaps.json": as_json({**_IR, "targets": [target(_ALL, capacityEvidence=None)]}),
        "wrong.json": as_json(wrong),
        f"{_ALL}.json": as_json(wrong),
        "draft.yaml": json.dumps({"task": _ALL, "files_touched": [_ALL]}),
        "field.yaml": json.dumps({"task": "x", _ALL: 1}),
        ".geas/missions/m1/tasks/t1.json": as_json(contract(goal=_ALL, title=_ALL, acceptance_criteria=[_ALL], eval_commands=[_ALL])),
        ".geas/missions/m1/evidence/t1/a.json": as_json({"agent": _ALL, "task_id": "t1", "summary": _ALL}),
        ".geas/missions/m1/tasks/t2.json": as_json(contract(task_id="t2", routing={"primary_worker_type": _ALL})),
        "packetlint.toml": f"exclude = [{json.dumps('none' + _ALL)}]\n".replace("\x7f", "\\u007f").replace("\\ud", "?"),
    }


_LOGIN = "project-brain/threads/login/thread.md"
_COMMANDS = [
    ["check"],
    ["check", "--files"],
    ["check", "--fix", "--unsafe-fixes"],
    ["check", "--write-baseline", "baseline.jsonl"],
    ["check", _ALL],
    ["check", f"--{_ALL}"],
    ["check", "--select", _ALL],
    ["check", "--from-ref", _ALL, "--to-ref", _ALL],
    ["check", "--baseline", _ALL],
    ["rebuild"],
    ["rebuild", "--check", "--explain"],
    ["rebuild", "--task", _ALL],
    ["rebuild", "--as-of", _ALL],
    ["context", _LOGIN, "--mode", "dry-run"],
    ["context", _LOGIN, "--mode", "dry-run", "--json"],
    ["context", _LOGIN, "--mode", "detect-stale"],
    ["context", _ALL],
    ["partition", "gaps.json"],
    ["partition", _ALL],
    ["digest", "wrong.json"],
    ["digest", f"{_ALL}.json"],
    ["digest", _ALL],
    ["brief", "draft.yaml"],
    ["brief", "draft.yaml", "--json"],
    ["brief", "field.yaml"],
    ["graph"],
    ["graph", "--format", "dot"],
    ["graph", "--format", "json"],
    ["graph", "--format", "html"],
    ["graph", "--to", _ALL],
    ["rule", _ALL],
    ["config"],
    ["config", "--json"],
    ["config", _ALL],
    ["install", "--hook", _ALL],
    [_ALL],
]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a directory with the files, outside git: each command only has to say what it reads."""
    top = tmp_path_factory.mktemp("hidden")
    for path, content in _files().items():
        place = top / path.replace("/", "\u2215") if "http" in path else top / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
    return top


@holds("safety", "hidden-text")
@pytest.mark.parametrize("command", _COMMANDS, ids=lambda command: " ".join(command).replace(_ALL, "TEXT"))
def test_no_command_says_it_raw(command: list[str], shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shared)
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), contextlib.suppress(SystemExit):
        main(command)
    said = out.getvalue() + err.getvalue()
    assert said
    assert "internal error" not in said
    assert raw_in(said) == []


@holds("safety", "hidden-text")
def test_a_rule_that_fails_is_told_of_without_breaking_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = KINDS["brief"](_TEXTS["colour"], "x")
    (tmp_path / made.path).write_bytes(made.raw)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("packetlint.brief.kind.KIND", KIND._replace(rules=tuple(rule._replace(check=_fail) for rule in KIND.rules)))
    assert main(["check"]) == 2
    assert "internal error in rule" in (said := capsys.readouterr().err)
    assert raw_in(said) == []


def _fail(*_: object) -> NoReturn:
    raise ValueError(_ALL)


def test_standard_error_is_written_in_one_place() -> None:
    """What escapes is `say`; a progress line and reports that are escaped already write themselves."""
    allowed = {"saying.py": 1, "main.py": 1}
    source = Path(__file__).parents[1] / "src" / "packetlint"
    counts = {path.name: _prints(path) for path in source.rglob("*.py")}
    assert {name: count for name, count in counts.items() if count} == allowed


def _prints(path: Path) -> int:
    calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
    return sum(keyword.arg == "file" for call in calls for keyword in call.keywords if getattr(call.func, "id", "") == "print")
