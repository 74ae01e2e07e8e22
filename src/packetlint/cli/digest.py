"""The command `digest`: print a proposal's right coverage digest, or put it in place."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from packetlint.cli.kinds import SUFFIXES
from packetlint.cli.saying import say
from packetlint.core.content import WorkingTree
from packetlint.core.errors import UnreadableError, UsageError
from packetlint.core.files import Request, Selection, choose
from packetlint.core.fix import apply_edits
from packetlint.core.json_faults import JsonFault
from packetlint.core.json_reader import read_json
from packetlint.core.source import Source
from packetlint.core.write import write_atomically
from packetlint.partition.explain import explain
from packetlint.partition.model import Proposal
from packetlint.partition.seal import FIELD, reseal, right_digest

if TYPE_CHECKING:
    import argparse


def run(arguments: argparse.Namespace) -> int:
    """Run the command: 0 where the file has the right digest, or has got it; 1 where it has another. Raises UsageError."""
    if os.path.isdir(arguments.file):
        raise UsageError(f"{arguments.file} is a directory")
    selection = choose(Request(paths=(arguments.file,)), SUFFIXES)
    try:
        proposal = _proposal(arguments.file, selection)
        digest = right_digest(proposal.value)
        if digest is None:
            raise UsageError(f"{arguments.file} has no dispositions that could be sealed: each needs an itemId that is text")
        return _settle(arguments, selection, proposal, digest)
    finally:
        if selection.git:
            selection.git.close()


def _proposal(file: str, selection: Selection) -> Proposal:
    path = selection.candidates[0].path
    try:
        source = Source(path, selection.content.read(path))
        document = read_json(source)
    except UnreadableError as error:
        raise UsageError(f"{file} {error}") from None
    except JsonFault as fault:
        line, column = source.position(fault.start)
        raise UsageError(f"{file}:{line}:{column}: {fault.message}") from None
    if not isinstance(document.value, dict) or "dispositions" not in document.value or "sourceRootDigest" not in document.value:
        raise UsageError(f"{file} is no proposal: it has no `dispositions` and no `sourceRootDigest` to seal")
    return Proposal(source, document)


def _settle(arguments: argparse.Namespace, selection: Selection, proposal: Proposal, digest: str) -> int:
    """Print the digest; say what is wrong with the file's, or replace it."""
    is_right = proposal.value.get(FIELD) == digest
    if arguments.write and not is_right:
        fix = reseal(proposal, digest)
        if fix is None:
            raise UsageError(f"{arguments.file} has no `{FIELD}` to put the digest in: add the field first")
        target = WorkingTree(selection.top, selection.content.tree).resolve(proposal.source.path)
        write_atomically(f"{selection.top.rstrip('/')}/{target}", apply_edits(proposal.source.raw, fix.edits))
    print(digest)
    if is_right or arguments.write:
        return 0
    reason = explain(proposal.value, selection.content.tree.committed(proposal.source.path)) if FIELD in proposal.value else ""
    say([f"{arguments.file} has another digest{f': {reason}' if reason else ''}"])
    return 1
