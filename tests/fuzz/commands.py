"""What must hold of each command in a tree whose files were changed."""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import fromstring

from pages import assert_is_sealed

from fuzz.changes import changed
from fuzz.rendered import assert_printable

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Mapping

    from fuzz.corpus import Tree
    from fuzz.scratch import Done, Scratch

_WHAT: tuple[list[str], ...] = (["."], ["--all-files"], ["--staged"], [])
_FORMATS = ("full", "concise", "json", "sarif", "github", "gitlab", "junit", "html")
_CONSUMERS = ("reviewer", "author", "brief", "full")
_TIME = "2026-05-04T03:02:01Z"
_BUILT = frozenset(f"packet/{name}" for name in ("stale-packet", "edited-by-hand", "too-long", "missing-section", "missing-role-section"))
_NEVER_ACCEPTED = frozenset({"file/unreadable-file", "file/lfs-pointer"})
_MARK = re.compile(r"^<!-- (BEGIN|END) RESOLVED CONTENT from (.*?)(?: \(role: .*\))? -->$", re.MULTILINE)


def check(scratch: Scratch, tree: Tree, source: random.Random) -> None:
    """Check twice, the second time with what the first has kept: the same bytes, and a document that can be read."""
    format, what = source.choice(_FORMATS), source.choice(_WHAT)
    extra = source.choice(([], [], ["--isolated"], ["--fail-on", "warning"], ["--select", "links,file"], ["--ignore", "brief"]))
    first = scratch.run("check", "--format", format, *what, *extra)
    again = scratch.run("check", "--format", format, *what, *extra)
    assert first == again, "another answer the second time"
    if first.status != 2 and first.out:
        hold_to_document(format, first.out.decode())


def hold_to_document(format: str, text: str) -> None:
    """Read what a command printed in a format."""
    if format in ("json", "sarif", "gitlab", "dot-json"):
        json.loads(text)
    elif format == "junit":
        fromstring(text.encode())
    elif format == "html":
        assert_is_sealed(text)
    if format not in ("json", "dot-json"):
        assert_printable(text)


def findings(scratch: Scratch, *arguments: str) -> list[dict[str, Any]]:
    """Give what `check` finds; nothing where it cannot be said."""
    done = scratch.run("check", "--format", "json", *arguments)
    return list(json.loads(done.out)["diagnostics"]) if done.status != 2 else []


def ways(scratch: Scratch, tree: Tree, source: random.Random) -> None:
    """Judge the same content by every way to it: on disk, in the index, on standard input; the findings are the same."""
    disk, index = findings(scratch, "."), findings(scratch, "--staged")
    assert _by_path(disk, tree) == _by_path(index, tree), "the index is judged otherwise than the disk"
    path = source.choice(sorted(tree)) if tree else ""
    if path.endswith((".md", ".json")):
        done = scratch.run("check", "--format", "json", "--stdin-filename", path, "-", stdin=tree[path])
        given = list(json.loads(done.out)["diagnostics"]) if done.status != 2 else []
        assert _by_path(given, [path]) == _by_path(findings(scratch, path), [path]), "standard input is judged otherwise than the file"


def _by_path(found: Iterable[dict[str, Any]], paths: Iterable[str]) -> list[Any]:
    """Give what is found in these files; why a packet is stale is told from the commit, which only the index makes known."""
    known = set(paths)
    said = ((one, "" if one["rule"] == "packet/stale-packet" else one["message"]) for one in found if one["path"] in known)
    return [(one["path"], one["line"], one["column"], one["rule"], message) for one, message in said]


def fix(scratch: Scratch, tree: Tree, source: random.Random) -> None:
    """Mend all there is: the second time nothing is left to mend, and only what is a fault was changed."""
    options = ["--unsafe-fixes"] if source.random() < 0.7 else []
    shown = scratch.run("check", "--diff", *options, ".")
    assert scratch.files() == tree, "--diff wrote"
    first = scratch.run("check", "--fix", *options, ".")
    mended = scratch.files()
    assert mended.keys() == tree.keys()
    changed_files = {path for path in tree if mended[path] != tree[path]}
    said = set(re.findall(r"^fixed (.*): \d+ fix", first.out.decode(), re.MULTILINE))
    assert len(said) == len(changed_files), f"{said} are said to be fixed, {changed_files} are"
    assert bool(changed_files) == (b"\n+++ b/" in b"\n" + shown.out), "--diff shows another change than --fix makes"
    again = scratch.run("check", "--fix", *options, ".")
    assert b"\nfixed " not in b"\n" + again.out, "mended twice"
    assert scratch.files() == mended


def baseline(scratch: Scratch, tree: Tree, source: random.Random) -> None:
    """Accept what is found: then nothing is left. A baseline that was changed is read, or refused with its line."""
    first = scratch.run("check", "--write-baseline", "accepted.jsonl", ".")
    if first.status == 2:
        return
    if any(one["rule"] in _NEVER_ACCEPTED for one in findings(scratch, ".")):
        return
    assert first.status == 0, "what was accepted fails the run"
    left = scratch.run("check", "--baseline", "accepted.jsonl", "--fail-on", "warning", ".")
    assert left.status == 0, left.out
    place = scratch.top / "accepted.jsonl"
    place.write_bytes(changed("accepted.json", place.read_bytes().replace(b"\n", b"\n\n"), [tree], source))
    done = scratch.run("check", "--baseline", "accepted.jsonl", ".")
    assert done.status != 2 or done.err.count("\n") == 1, done.err


def rebuild(scratch: Scratch, tree: Tree, source: random.Random) -> None:
    """Rebuild: then nothing differs, a second time nothing is written, and no packet that was written is at fault."""
    options = source.choice(([], ["--all"], ["--as-of", _TIME], ["--explain"]))
    before = scratch.run("rebuild", "--check", *options)
    assert scratch.files() == tree, "--check wrote"
    first = scratch.run("rebuild", *options)
    if first.status == 2:
        return
    built = scratch.files()
    written = [path for path in built if built[path] != tree.get(path)]
    assert bool(written) == (b"would write" in before.out), "--check says other than is done"
    again = scratch.run("rebuild", *options)
    assert scratch.files() == built, "built again, it is another"
    assert again.status == first.status
    assert first.status == 1 or scratch.run("rebuild", "--check", *options).status == 0
    paths = [path for path in written if path.endswith(".md")]
    faults = [one for one in (findings(scratch, *paths) if paths else []) if one["rule"] in _BUILT and one["path"] in paths]
    assert not faults, faults


def context(scratch: Scratch, tree: Tree, source: random.Random) -> None:
    """Make a context twice: the same bytes, marks that are balanced, a sidecar that can be read; nothing else is written."""
    artifact = source.choice([path for path in tree if path.endswith(".md")] or ["none.md"])
    mode = source.choice(("materialize", "materialize", "materialize", "dry-run", "detect-stale"))
    options = ["--as-of", _TIME, "--consumer", source.choice(_CONSUMERS), "--mode", mode]
    options += source.choice(([], ["--max-tokens", str(source.choice((1, 50, 500, 5000)))], ["--verbosity", "verbose"], ["--json"]))
    _forget(scratch)
    first = scratch.run("context", artifact, *options)
    assert scratch.files() == tree, "the tree was written to"
    contexts = _contexts(scratch)
    _forget(scratch)
    again = scratch.run("context", artifact, *options)
    assert (first.status, first.out) == (again.status, again.out), "another answer the second time"
    for name, content in _contexts(scratch).items():
        if name.endswith("context.md"):
            hold_to_marks(content.decode())
            assert contexts.get(name) == content, "another context for the same tree"
        elif name.endswith(".json"):
            json.loads(content)


def _forget(scratch: Scratch) -> None:
    """Remove what earlier runs wrote: each writes into a directory of its own, and looks into those before it."""
    shutil.rmtree(scratch.directory / ".cache", ignore_errors=True)


def _contexts(scratch: Scratch) -> dict[str, bytes]:
    top = scratch.directory / ".cache"
    return {str(path): path.read_bytes() for path in sorted(top.rglob("*")) if path.is_file() and path.suffix in (".md", ".json")}


def hold_to_marks(text: str) -> None:
    """Assert that every mark that opens is closed by its own, and that none lies in another."""
    opened = ""
    for match in _MARK.finditer(text):
        if match[1] == "BEGIN":
            assert not opened, f"{match[2]} opens inside {opened}"
            opened = match[2]
        else:
            assert opened == match[2], f"{match[2]} closes {opened or 'nothing'}"
            opened = ""
    assert not opened, f"{opened} is not closed"


def brief(scratch: Scratch, tree: Tree, source: random.Random) -> None:
    """Build a brief of every draft: refused in words, or a file without errors, and the same bytes again."""
    for path in [path for path in tree if path.endswith((".yaml", ".yml"))][:2]:
        options = source.choice(([], ["--kind", "packet"], ["--kind", "agent-brief"], ["--strict"], ["--budget", "500"]))
        done = scratch.run("brief", path, *options, "-o", "built.md")
        assert done.status != 2 or done.err.count("\n") == 1, done.err
        assert (done.status == 0) == (scratch.top / "built.md").exists()
        if done.status == 0:
            _hold_to_brief(scratch, path, options)


def _hold_to_brief(scratch: Scratch, path: str, options: list[str]) -> None:
    built = (scratch.top / "built.md").read_bytes()
    assert scratch.run("brief", path, *options).out == built
    lengths = "brief/over-token-limit,brief/over-token-target"  # the configuration may allow less than `--budget` did
    wrong = [one for one in findings(scratch, "--ignore", lengths, "built.md") if one["severity"] == "error"]
    assert not wrong, wrong
    (scratch.top / "built.md").unlink()


def partition(scratch: Scratch, tree: Tree, source: random.Random) -> None:
    """Build a proposal of every IR: refused in words, or one without errors, which is compared as the same."""
    for path in [path for path in tree if path.endswith(".json")][:2]:
        done = scratch.run("partition", path, "-o", "built.json")
        assert done.status != 2 or done.err.count("\n") == 1, done.err
        if (scratch.top / "built.json").exists():
            assert done.status != 2
            assert scratch.run("partition", path, "--check", "built.json").status == 0
            assert scratch.run("digest", "built.json").status == 0
            wrong = [one for one in findings(scratch, "--isolated", "built.json") if one["severity"] == "error"]
            assert not wrong, wrong
            (scratch.top / "built.json").unlink()


def digest(scratch: Scratch, tree: Tree, source: random.Random) -> None:
    """Seal every proposal: then it has the right digest, no other byte has changed, and no rule complains of the seal."""
    for path in [path for path in tree if path.endswith(".json")][:2]:
        before = scratch.files()
        if scratch.run("digest", path, "--write").status != 0:
            assert scratch.files() == before, "what cannot be sealed was changed"
            continue
        assert scratch.run("digest", path).status == 0
        assert not [one for one in findings(scratch, "--isolated", path) if one["rule"] == "partition/coverage-digest"]


def graph(scratch: Scratch, tree: Tree, source: random.Random) -> None:
    """Draw what links to what in every format."""
    format = source.choice(("mermaid", "dot", "json", "html"))
    to = source.choice(([], ["--to", source.choice(sorted(tree))])) if tree else []
    first: Done = scratch.run("graph", "--format", format, *to)
    assert scratch.run("graph", "--format", format, *to) == first
    if first.status == 0:
        hold_to_document("dot-json" if format == "json" else format, first.out.decode())
        assert scratch.files() == tree


def listing(scratch: Scratch, tree: Tree, source: random.Random) -> None:
    """List what would be judged, and print the configuration."""
    for arguments in (["check", "--files", *source.choice(_WHAT)], ["config", *source.sample(sorted(tree), min(1, len(tree)))]):
        assert_printable(scratch.run(*arguments).out.decode())


COMMANDS: Mapping[str, Any] = {
    "check": check,
    "ways": ways,
    "fix": fix,
    "baseline": baseline,
    "rebuild": rebuild,
    "context": context,
    "brief": brief,
    "partition": partition,
    "digest": digest,
    "graph": graph,
    "listing": listing,
}
