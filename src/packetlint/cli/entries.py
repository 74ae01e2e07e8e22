"""The hook entries of `.pre-commit-hooks.yaml`: `packetlint check` as a hook of one kind, or of all."""

from __future__ import annotations

import sys

from packetlint.cli.main import leave, main


def brief() -> None:
    """Run the hook `packetlint-brief`."""
    leave(main(["check", "--hook", "brief", *sys.argv[1:]]))


def partition() -> None:
    """Run the hook `packetlint-partition`."""
    leave(main(["check", "--hook", "partition", *sys.argv[1:]]))


def all_kinds() -> None:
    """Run the hook `packetlint`."""
    leave(main(["check", "--hook", "all", *sys.argv[1:]]))
