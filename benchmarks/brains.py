"""Make a project-brain of any size: leaves of a few links each, in directories with nodes, committed.

python -m benchmarks.brains LEAVES DIRECTORY
"""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

LINKS = 5
_ROLES = ("spec", "prior-decision", "related-work", "external-reference")
_BODY = "\n# Leaf {number}\n\n## Why\n\n" + "Tides are measured at the harbour mouth, twice a day, and written down by hand.\n" * 12
_WHO = ("-c", "user.name=Benchmark", "-c", "user.email=benchmark@example.org")


def make_brain(top: Path, leaves: int, seed: int = 1) -> int:
    """Write and commit a brain below `top`; give how many markdown files it has. No link is broken, and none goes in a circle."""
    rng = random.Random(seed)
    brain = top / "project-brain"
    places = [f"tree/area-{number // 40:03d}/part-{number // 4 % 10}/leaf-{number:05d}.md" for number in range(leaves)]
    directories = {part for place in places for part in (place.rsplit("/", 1)[0], place.rsplit("/", 2)[0])}
    brain.mkdir(parents=True)
    (brain / "CONVENTIONS.md").write_text("# Conventions\n")
    for directory in sorted(directories):
        (brain / directory).mkdir(parents=True, exist_ok=True)
        (brain / directory / "NODE.md").write_text(leaf(0, [], rng))
    for number, place in enumerate(places):
        later = range(number + 1, leaves)
        linked = [places[other] for other in rng.sample(later, min(LINKS, len(later)))]
        (brain / place).write_text(leaf(number, linked, rng))
    for command in (("init", "--quiet"), ("add", "."), (*_WHO, "commit", "--quiet", "--message", "a brain")):
        subprocess.run(["git", *command], cwd=top, check=True)
    return 1 + len(directories) + leaves


def leaf(number: int, linked: list[str], rng: random.Random) -> str:
    """Give the text of a leaf with links to these paths, from the brain's top."""
    links = "".join(f"  - uri: /{place}\n    role: {rng.choice(_ROLES)}\n" for place in linked)
    head = f'---\nid: leaf-{number}\ntitle: "Leaf {number}"\ncreated_at: "2026-01-01T00:00:00Z"\nowner: ada@example.org\nstatus: decided\n'
    return f"{head}soft_links:{f'{chr(10)}{links}' if links else f' []{chr(10)}'}---\n{_BODY.format(number=number)}"


if __name__ == "__main__":
    print(make_brain(Path(sys.argv[2]), int(sys.argv[1])), "markdown files")
