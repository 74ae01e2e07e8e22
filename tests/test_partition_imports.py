"""What the hook for proposals loads: JSON and a hash for a valid one; why an invalid one is not valid may cost more."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from proposals import sealed, sound, text

if TYPE_CHECKING:
    from gitrepo import Repo

_HEAVY = {"jsonschema", "git", "ruamel", "regex", "icu", "httpx", "dataclasses", "inspect", "tomllib", "difflib", "tempfile", "pathlib"}
_PATHS = f"import sys; sys.path[:0] = {[path for path in sys.path if path]!r}; "
_SCRIPT = "from packetlint.cli.main import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"


def _loaded(repo: Repo, *arguments: str) -> set[str]:
    done = subprocess.run([sys.executable, "-I", "-S", "-c", _PATHS + _SCRIPT, *arguments], cwd=repo.top, capture_output=True, check=True)
    return set(done.stderr.decode().split())


@pytest.mark.parametrize("options", [("--hook", "partition"), ("--hook", "all"), ()])
def test_a_valid_proposal_loads_nothing_heavy(repo: Repo, options: tuple[str, ...]) -> None:
    repo.commit({"p.json": text(sealed(sound()))})
    loaded = _loaded(repo, "check", *options, "p.json")
    assert not {name.partition(".")[0] for name in loaded} & {*_HEAVY, "argparse"}
    assert not loaded & {"packetlint.core.json_scan", "packetlint.partition.explain"}


def test_json_that_is_no_proposal_is_not_even_parsed(repo: Repo) -> None:
    repo.commit({"p.json": '{"name": "x"}'})
    assert "json" not in _loaded(repo, "check", "--hook", "all", "p.json")


def test_an_invalid_proposal_may_load_the_schema_library_and_a_wrong_digest_does_not(repo: Repo) -> None:
    repo.commit({"p.json": text(sound()).replace(b'"coverageDigest": ""', b'"coverageDigest": "sha256:%s"' % (b"0" * 64))})
    assert "jsonschema" not in _loaded(repo, "check", "p.json")
    repo.commit({"p.json": text(sealed({**sound(), "result": "MAYBE"}))})
    assert "jsonschema" in _loaded(repo, "check", "p.json")
