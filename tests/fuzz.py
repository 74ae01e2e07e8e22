"""Mutate the fixtures and lint what comes out. Run it for N minutes: `python tests/fuzz.py N`."""

from __future__ import annotations

import random
import sys
import time
from functools import cache

from linting import lint
from precommit_home import ROOT

_SPLICES = (
    b"```\n", b"~~~\n", b"<!--", b"-->", b"## Agent Brief\n", b"### Out of scope\n", b"**Task**: ", b"- [ ] ", b"\r", b"\r\n",
    b"\0", b"\xff", b"\xe2\x80\xae", b"a.ts:4 ", b"line 4 ", b"src/x.py ", b"[X]", b"(", b"`", b"*" * 50, b"#" * 7,
    b" " * 400, b"- " * 90, b"\t",
    "（：".encode(), b"<!-- packetlint: ignore=brief -->\n", b"<<<<<<< a\n=======\n>>>>>>> b\n", b"---\n", b"===\n", b"|a|b|\n",
)  # fmt: skip
SECONDS_A_FILE = 2.0


@cache
def originals() -> tuple[tuple[str, bytes], ...]:
    """Give a name and the bytes of every fixture that may hold an artifact, in path order."""
    paths = sorted(path for path in (ROOT / "fixtures").rglob("*") if path.suffix in (".md", ".json") and path.is_file())
    return tuple((f"artifact{path.suffix}", path.read_bytes()) for path in paths)


def mutated(raw: bytes, source: random.Random) -> bytes:
    """Change a text in one to six places: cut, double, flip, splice, swap."""
    content = bytearray(raw)
    for _ in range(source.randint(1, 6)):
        start = source.randrange(len(content) + 1)
        end = min(len(content), start + source.choice((0, 1, 1, 5, 40, 400)))
        content[start:end] = source.choice((b"", bytes(content[start:end]) * 2, source.randbytes(end - start), source.choice(_SPLICES)))
    return bytes(content)


def check(raw: bytes, path: str) -> None:
    """Lint a text and hold the report to what must always be true. Raises AssertionError."""
    start = time.perf_counter()
    report = lint(raw, path)
    assert time.perf_counter() - start < SECONDS_A_FILE, "too slow"
    assert not report.crashes, report.crashes
    for diagnostic in report.diagnostics:
        source = report.sources.get(diagnostic.path)
        span = diagnostic.span
        assert span[:2] <= span[2:], diagnostic
        if source:
            assert span.end_line <= len(source.starts), diagnostic
            assert span.column <= len(source.line(span.line)) + 1, diagnostic


def main() -> int:
    """Fuzz until the minutes are over, and save the first text that fails."""
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    source = random.Random()
    until = time.monotonic() + 60 * minutes
    count = 0
    while time.monotonic() < until:
        path, original = source.choice(originals())
        raw = mutated(original, source)
        count += 1
        try:
            check(raw, path)
        except Exception:
            (ROOT / ".cache").mkdir(exist_ok=True)
            (ROOT / ".cache" / f"fuzz-failure-{path}").write_bytes(raw)
            sys.stderr.write(f"failed; the text is in .cache/fuzz-failure-{path}\n")
            raise
    sys.stdout.write(f"{count} texts, no failure\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
