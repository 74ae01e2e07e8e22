"""Node, to compare with: what JavaScript itself says of the values a test makes."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any

import pytest

_NODE = shutil.which("node")
needs_node = pytest.mark.skipif(_NODE is None, reason="node is not on PATH")


def javascript(body: str, given: Any) -> Any:
    """Run a function's body over a JSON value that it knows as `given`, and give what it returns."""
    assert _NODE is not None
    program = f"const given = JSON.parse(require('fs').readFileSync(0, 'utf8')); console.log(JSON.stringify((() => {{ {body} }})()))"
    done = subprocess.run([_NODE, "-e", program], input=json.dumps(given).encode(), capture_output=True, check=True, timeout=60)
    return json.loads(done.stdout)


def javascript_version(name: str) -> str:
    """Give the version of something inside Node, such as `icu`."""
    version: str = javascript("return process.versions[given]", name)
    return version
