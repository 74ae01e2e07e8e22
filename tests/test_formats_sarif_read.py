"""The format sarif, read by a library that others read such files with."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from reports import hostile

if TYPE_CHECKING:
    from gitrepo import Repo

_RULE = re.compile(r": (?:error|warning)\[([a-z]+/[a-z-]+)\] ")
loader = pytest.importorskip("sarif.loader", reason="needs sarif-tools (make quality)")


def test_a_report_of_hostile_names_is_read_finding_by_finding(repo: Repo) -> None:
    hostile(repo)
    done = repo.run("packetlint", "check", "--format", "sarif", "--output-file", "report.sarif", "--format", "concise", ".")
    shown = done.stdout.decode().splitlines()[:-1]
    records = loader.load_sarif_file(str(repo.top / "report.sarif")).get_records()
    assert done.returncode == 1
    assert len(records) == len(shown) > 10
    assert {record["Tool"] for record in records} == {"packetlint"}
    assert sorted(record["Code"] for record in records) == sorted(_RULE.findall("\n".join(shown)))
    assert {record["Severity"] for record in records} == {"error", "warning"}
