"""A real installation to measure: an editable one has no compiled modules where PYTHONDONTWRITEBYTECODE is set."""

from __future__ import annotations

import os
import subprocess
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def install(home: Path) -> Path:
    """Install this project in an environment of its own at `home`; give the directory of its programs."""
    venv.create(home, with_pip=True)
    binary = home / "bin"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    pip = [str(binary / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(ROOT)]
    subprocess.run(pip, check=True, env=environment)
    return binary
