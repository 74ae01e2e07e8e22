"""The hook entries of `.pre-commit-hooks.yaml`: `packetlint check` as a hook of one kind, or of all."""

from __future__ import annotations

import sys

from packetlint.cli.main import run


def brief() -> None:
    """Run the hook `packetlint-brief`."""
    run(["check", "--hook", "brief", *sys.argv[1:]])


def links() -> None:
    """Run the hook `packetlint-links`."""
    run(["check", "--hook", "links", *sys.argv[1:]])


def partition() -> None:
    """Run the hook `packetlint-partition`."""
    run(["check", "--hook", "partition", *sys.argv[1:]])


def packet() -> None:
    """Run the hook `packetlint-packet`."""
    run(["check", "--hook", "packet", *sys.argv[1:]])


def all_kinds() -> None:
    """Run the hook `packetlint`."""
    run(["check", "--hook", "all", *sys.argv[1:]])
