"""What has to be there before a page of the documentation is played: a repository as its reader is thought to have it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from briefs import GOOD, LINE
from precommit_home import ROOT, configuration, environment, hook_repository

if TYPE_CHECKING:
    from collections.abc import Callable

    from gitrepo import Repo

OLD_BRIEFS = 100  # of three faults each


def neglected(repo: Repo) -> None:
    """Make a repository in which nobody has ever looked: three faults in each of a hundred briefs, one in each of three other places."""
    repo.commit({f"briefs/{number:03}.md": _neglected(number) for number in range(OLD_BRIEFS)}, "The first years")
    repo.commit({"templates/brief.md": GOOD.replace("- Ranking", "- TBD"), "archive/old.md": LINE}, "Templates, and an archive")
    repo.commit({"notes/glossary.md": "# Words\n", "notes/fares.md": "---\nsoft_links: [notes/Glossary.md]\n---\n"}, "Notes")


def _neglected(number: int) -> str:
    """Give a brief with a reference to a line, a criterion of shape and a value that was never filled in."""
    return (
        GOOD.replace("sorted by id,", f"sorted by id (see rates-{number:03}.ts:{number}),")
        .replace("\n\n**Out of scope", f"\n- [ ] Rates{number} is exported\n\n**Out of scope")
        .replace("- Ranking", "- TBD")
    )


def _some_file(repo: Repo) -> None:
    """Write a file that is no artifact: a configuration is read only where there is something to judge."""
    repo.write({"README.md": "# Shop\n"})


def _briefs(repo: Repo) -> None:
    """Make a small project with one source file, which was renamed."""
    repo.commit({"README.md": "# Orders\n", "src/rates.ts": "export class PriceBook {\n  rate(at: Instant): Rate {}\n}\n"})
    repo.mv("src/rates.ts", "src/price-book.ts")
    repo.commit(message="Say what the file holds")


def _buffer(repo: Repo) -> None:
    """Write what an editor holds: a brief with a reference to a line."""
    repo.write({"buffer": LINE})


def branch(repo: Repo) -> None:
    """Make a branch with one good brief, ahead of `origin/main`."""
    repo.commit({"README.md": "# Shop\n", "packetlint-baseline.jsonl": '{"version": 1}\n'})
    repo.git("update-ref", "refs/remotes/origin/main", "HEAD")
    repo.git("checkout", "--quiet", "-b", "order")
    repo.commit({"brief.md": GOOD})


def refused(repo: Repo) -> None:
    """Stage the brief of the demo in a repository with the hook that README shows, less the rules it leaves out for length."""
    repository, revision = hook_repository()
    hooks = configuration("packetlint", repository=repository, revision=revision, extra=_SHORT)
    repo.commit({"README.md": "# Shop\n", "src/auth/session.ts": "x\n", ".pre-commit-config.yaml": hooks})
    assert repo.run("pre-commit", "install", env={**os.environ, **environment()}).returncode == 0
    repo.write({"brief.md": (ROOT / "fixtures" / "demo" / "refused.md").read_text(encoding="utf-8")})
    repo.add()


_SHORT = '        args: [--ignore, "brief/narrative-path,brief/vague-criterion,brief/shape-criterion"]\n'

SETUPS: dict[str, Callable[[Repo], None]] = {
    "docs/adopt.md": neglected,
    "docs/ci.md": branch,
    "docs/configuration.md": _some_file,
    "docs/editors.md": _buffer,
    "docs/guides/briefs.md": _briefs,
    "docs/scale.md": branch,
}
