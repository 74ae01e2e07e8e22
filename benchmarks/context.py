"""Measure the memory of `packetlint context` on a leaf with 200 links to texts of 2 MiB, half of them fetched over http.

    python -m benchmarks.context [--links NUMBER] [--json FILE]

Each reader is measured with an empty cache, and the most generous one once more below a ceiling that everything fits.
A row says how many seconds it took; its ratio is the most memory that was held at once, to the 200 MB that it may be.
One page in ten is HTML, a dense table. The pages come from a real server, which is a process of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.rows import Row, table

if TYPE_CHECKING:
    from collections.abc import Iterator

RUNS = (
    ("--consumer", "reviewer"),
    ("--consumer", "author"),
    ("--consumer", "brief"),
    ("--consumer", "full"),
    ("--consumer", "full", "--max-tokens", "1000000000"),
)
MOST = 200  # MB
_SIZE = 2 << 20
_ROLES = ("spec", "prior-decision", "related-work", "conversation", "scratch", "external-reference")
_BETWEEN = 10  # one page in so many is HTML
_SERVER = """
import functools, http.server, sys
handler = http.server.SimpleHTTPRequestHandler
handler.extensions_map |= {".md": "text/markdown; charset=utf-8"}
handler.log_message = lambda *_: None
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=sys.argv[1]))
print(server.server_port, flush=True)
server.serve_forever()
"""
# What a process is said to have held counts what the one that started it held: so a small one stands between.
_MEASURE = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.stdout.buffer.write(done.stdout)
"""


class Spent(NamedTuple):
    """What one run took: seconds by the clock, MB of memory at most; and how many links it resolved."""

    seconds: float
    megabytes: float
    resolved: int


def measure(directory: Path, links: int) -> list[Row]:
    """Measure every reader. Raises ValueError where a link was not resolved."""
    with _serving(_pages(directory / "site", links // 2)) as host:
        brain = _brain(directory / "project-brain", links, host)
        return [_row(arguments, _run(directory, brain, host, arguments), links) for arguments in RUNS]


def _row(arguments: tuple[str, ...], spent: Spent, links: int) -> Row:
    if spent.resolved != links:
        raise ValueError(f"{spent.resolved} of {links} links were resolved")
    what = f"`context {' '.join(arguments)}`, {links} links, half http, 2 MiB each: {spent.seconds:.1f} s, {spent.megabytes:.0f} MB"
    return Row(what, f"{MOST} MB", spent.megabytes / MOST, 1.0)


def _run(directory: Path, brain: Path, host: str, arguments: tuple[str, ...]) -> Spent:
    environment = {**os.environ, "HOME": str(directory), "XDG_CACHE_HOME": str(directory / "cache")}
    shutil.rmtree(directory / "cache", ignore_errors=True)
    program = str(Path(sys.executable).parent / "packetlint")
    command = [sys.executable, "-c", _MEASURE, program, "context", "tree/leaf.md", "--allow-host", host, "--json", *arguments]
    start = time.perf_counter()
    done = subprocess.run(command, cwd=brain, env=environment, stdout=subprocess.PIPE, check=True)
    seconds = time.perf_counter() - start
    peak, _, state = done.stdout.partition(b"\n")
    return Spent(seconds, int(peak) / 1024, json.loads(state)["refs_resolved"])


@contextmanager
def _serving(site: Path) -> Iterator[str]:
    with subprocess.Popen([sys.executable, "-c", _SERVER, str(site)], stdout=subprocess.PIPE, text=True) as server:
        try:
            yield f"127.0.0.1:{int(server.stdout.readline()) if server.stdout else 0}"
        finally:
            server.kill()


def _pages(site: Path, count: int) -> Path:
    site.mkdir(parents=True)
    for number in range(count):
        text = _text(f"Page {number}")
        if number % _BETWEEN:
            (site / f"{number}.md").write_text(text, encoding="utf-8")
        else:
            cells = text.replace("\n\n", "\n<tr><td>").replace(" ", "<td>")
            (site / f"{number}.html").write_text(f"<!doctype html><title>Page {number}</title><table>{cells}"[:_SIZE], encoding="utf-8")
    return site


def _brain(brain: Path, links: int, host: str) -> Path:
    (brain / "tree").mkdir(parents=True)
    (brain / "CONVENTIONS.md").write_text("# Conventions\n", encoding="utf-8")
    uris = []
    for number in range(links // 2):
        (brain / f"tree/{number}.md").write_text(_text(f"Leaf {number}"), encoding="utf-8")
        uris += [f"/tree/{number}.md", f"http://{host}/{number}.{'md' if number % _BETWEEN else 'html'}"]
    items = "".join(f'  - {{uri: "{uri}", role: {_ROLES[at % len(_ROLES)]}}}\n' for at, uri in enumerate(uris))
    (brain / "tree/leaf.md").write_text(f"---\nsoft_links:\n{items}---\n# Leaf\n", encoding="utf-8")
    subprocess.run(["git", "init", "--quiet"], cwd=brain.parent, check=True)
    subprocess.run(["git", "add", "project-brain"], cwd=brain.parent, check=True)
    return brain


def _text(title: str) -> str:
    """Give 2 MiB of markdown: paragraphs, with a heading now and then."""
    rng = random.Random(title)
    words = [f"{rng.choice('bdfgklmnprst')}{rng.choice('aeiou')}{rng.choice('lmnrst')}" for _ in range(400)]
    parts = [f"# {title}"]
    size = 0
    while size < _SIZE:
        begin = f"## Part {len(parts)}\n\n" if len(parts) % 20 == 0 else ""
        parts.append(begin + " ".join(rng.choices(words, k=100)))
        size += len(parts[-1]) + 2
    return "\n\n".join(parts)[:_SIZE]


def main() -> int:
    """Measure, show the table, and give 1 when a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--links", type=int, default=200)
    parser.add_argument("--json", metavar="FILE", help="write the rows there, a list of objects")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        rows = measure(Path(directory), arguments.links)
    if arguments.json:
        Path(arguments.json).write_text(json.dumps([row.document() for row in rows], indent=2) + "\n", encoding="utf-8")
    sys.stdout.write(table(rows))
    return int(any(row.is_missed for row in rows))


if __name__ == "__main__":
    sys.exit(main())
