"""The command line: how much it says, what it hands on, a plan without writing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from contexts import BRAIN, NOW, bodies, brain, built, context, fingerprint, leaf, link, made, proves, text

if TYPE_CHECKING:
    from gitrepo import Repo

_LINKS = (link("/tree/a.md", "spec"), link("/tree/b.md", "scratch"), "/tree/gone.md", link("/tree/NODE.md", "prior-decision"))
_FILES = brain(*_LINKS, **{"tree/a.md": text("Spec", 40), "tree/b.md": text("Notes", 60)})


@proves("verbosity/terse")
def test_terse_is_one_line_that_names_what_was_done_and_where(repo: Repo) -> None:
    made(repo, brain("/tree/NODE.md"))
    done = context(repo, "--out", ".context/x")
    assert (done.status, done.err) == (0, "")
    path = repo.top / BRAIN / "threads/login/.context/x/context.md"
    assert done.out == f"Resolved 1 soft_link, wrote context bundle to {path}. Done.\n"


@proves("verbosity/normal", "verbosity/verbose")
def test_more_is_said_when_it_is_asked_for(repo: Repo) -> None:
    made(repo, _FILES)
    normal = context(repo, "--verbosity", "normal", "--consumer", "reviewer").out.splitlines()
    assert normal[0].startswith("wrote /")
    assert "4 refs total - 3 resolved, 1 unresolved, 1 trimmed for budget" in normal
    assert "unresolved: /tree/gone.md | none | not-found" in normal
    assert any(line.endswith("of at most 8,000") for line in normal)
    verbose = context(repo, "--verbosity", "verbose", "--consumer", "reviewer").out.splitlines()
    assert len(verbose) > len(normal)
    assert any(line.startswith("/tree/b.md -> project-brain/tree/b.md | scratch | title only") for line in verbose)


@proves("verbosity/sources")
@pytest.mark.parametrize(
    ("config", "variable", "arguments", "lines"),
    [
        ("", "", (), 1),
        ("verbosity: normal\n", "", (), 5),
        ("verbosity: normal\n", "terse", (), 1),
        ("verbosity: terse\n", "normal", (), 5),
        ("verbosity: terse\n", "terse", ("--verbosity", "normal"), 5),
        ("verbosity: loud\n", "", (), 1),
        ("verbosity: [normal]\n", "", (), 1),
    ],
)
def test_the_command_line_comes_before_the_environment_and_that_before_the_brain(
    repo: Repo, config: str, variable: str, arguments: tuple[str, ...], lines: int
) -> None:
    made(repo, brain("/tree/NODE.md", **{"config.yaml": f"primary_project: shop\n{config}"}))
    done = context(repo, *arguments, **({"PROJECT_BRAIN_VERBOSITY": variable} if variable else {}))
    assert done.status == 0
    assert len(done.out.splitlines()) == lines
    assert ("`loud` is none of terse, normal, verbose" in done.err) == ("loud" in config)


def test_a_level_of_the_persons_that_there_is_none_of_is_a_usage_error(repo: Repo) -> None:
    made(repo, _FILES)
    done = context(repo, PROJECT_BRAIN_VERBOSITY="loud")
    assert (done.status, done.out) == (2, "")
    assert done.err == "packetlint: PROJECT_BRAIN_VERBOSITY `loud` is none of terse, normal, verbose\n"


@proves("state/paths", "state/counts", "state/token-estimate", "state/stale-refs")
def test_json_hands_on_the_state_and_nothing_else(repo: Repo) -> None:
    made(repo, _FILES)
    done = context(repo, "--json", "--consumer", "reviewer", "--max-tokens", "2500")
    state = json.loads(done.out)
    written = Path(state.pop("context_path")).read_text("utf-8")
    assert json.loads(Path(state.pop("context_json_path")).read_text("utf-8"))["token_estimate"] == -(-len(written) // 4)
    assert state == {
        "refs_total": 4,
        "refs_resolved": 3,
        "refs_unresolved": 1,
        "refs_trimmed": 3,
        "token_estimate": -(-len(written) // 4),
        "stale_refs": [{"uri": "/tree/gone.md", "reason": "not-found"}],
        "ceiling_hit": True,
    }


def test_json_of_the_other_modes(repo: Repo) -> None:
    made(repo, _FILES)
    stale = json.loads(context(repo, "--json", "--mode", "detect-stale").out)
    assert (stale["context_path"], stale["refs_resolved"], stale["refs_unresolved"]) == (None, 3, 1)
    assert stale["stale_refs"] == [{"uri": "/tree/gone.md", "reason": "not-found"}]
    assert Path(stale["stale_refs_path"]).exists()
    dry = json.loads(context(repo, "--json", "--mode", "dry-run").out)
    assert (dry["context_path"], len(dry["plan"])) == (None, 4)


@proves("mode/dry-run")
def test_a_dry_run_prints_the_plan_and_writes_nothing(repo: Repo, tmp_path: Path) -> None:
    made(repo, _FILES)
    before = fingerprint(tmp_path)
    scratch = tmp_path / "scratch"
    done = context(repo, "--mode", "dry-run", "--persist", "--strict", MATERIALIZE_SCRATCH_ROOT=str(scratch))
    assert (done.status, done.err) == (0, "")
    assert fingerprint(tmp_path) == before
    first, second, third, fourth, total = done.out.splitlines()
    assert first.startswith("/tree/a.md -> project-brain/tree/a.md | spec | full text | 2,")
    assert second.startswith("/tree/b.md -> project-brain/tree/b.md | scratch | head of 1,000 tokens | ")
    assert third == "/tree/gone.md -> unresolved (not-found) | none | `/tree/gone.md` is not there"
    assert fourth.startswith("/tree/NODE.md -> ")
    assert total.startswith("total: ")


def test_links_stand_in_the_order_of_the_artifact_and_twice_when_they_are_there_twice(repo: Repo) -> None:
    made(repo, brain("/tree/b.md", "/tree/a.md", "/b.md", **{"tree/a.md": leaf(), "tree/b.md": leaf()}))
    written = Path(built(repo).written["context.md"]).read_text("utf-8")
    assert list(bodies(written)) == ["/tree/b.md", "/tree/a.md", "/b.md"]


def test_the_same_tree_and_time_give_the_same_bytes(repo: Repo) -> None:
    made(repo, _FILES)
    runs = []
    for number, zone in enumerate(("UTC", "Pacific/Auckland")):
        done = context(repo, "--as-of", NOW, "--out", f".context/{number}", TZ=zone, PYTHONHASHSEED=str(number + 1), LC_ALL="C")
        assert done.status == 0
        folder = repo.top / BRAIN / f"threads/login/.context/{number}"
        runs.append([(folder / name).read_bytes() for name in ("context.md", "context.json")])
    assert runs[0] == runs[1]


def test_names_that_act_on_a_terminal_are_shown(repo: Repo) -> None:
    made(repo, brain('"/tree/\\e[31m\\u202e.md"', '"/tree/x\\nEND.md"'))
    done = context(repo, "--verbosity", "verbose")
    assert "\x1b" not in done.out + done.err
    assert "\u202e" not in done.out
    assert done.status == 0


def test_names_that_are_not_utf8_are_written_all_the_same(repo: Repo) -> None:
    made(repo, brain("/tree/%FF.md"))
    name = b"\xff.md"
    (repo.top / BRAIN / "tree" / name.decode("utf-8", "surrogateescape")).write_text("# Odd\n")
    repo.add()
    done = context(repo, "--json")
    assert done.status == 0
    state = json.loads(done.out)
    assert state["refs_resolved"] == 1
    assert "\\xff.md" in Path(state["context_path"]).read_text("utf-8")
    assert "tree/\\xff.md" in Path(state["context_json_path"]).read_text("utf-8").replace("\\\\", "\\")
