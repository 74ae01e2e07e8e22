"""One function for each thing that can be wrong with a link: the rule, the words, the mend."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.links.resolution import Note, Resolution
from packetlint.links.spelling import quoted

if TYPE_CHECKING:
    from collections.abc import Callable

    from packetlint.core.path_index import Untracked
    from packetlint.links.alias_layer import Entry
    from packetlint.links.uri import Uri

NOT_FOUND = "links/target-not-found"
ESCAPES = "links/escapes-root"
SELF = "links/self-link"
_REGISTRY = "~/.config/project-brain/projects.yaml"


def malformed(uri: str, parsed: Uri) -> Resolution:
    """Say what is wrong with the text of a link."""
    return _error(uri, "links/malformed-uri", f"{quoted(uri)} {parsed.reason}", parsed.help)


def unsupported(uri: str, parsed: Uri) -> Resolution:
    """Say that nobody follows links of this scheme."""
    return _error(uri, "links/unsupported-scheme", f"{quoted(uri)} {parsed.reason}", parsed.help, contract="unsupported-scheme")


def not_found(uri: str, link: str, help: Callable[[], str]) -> Resolution:
    """Say that nothing is there; `link` is the symbolic link that leads to nothing, if one does."""
    if not link:
        return _error(uri, NOT_FOUND, f"{quoted(uri)} is not there", help, contract="not-found")
    message = f"{quoted(uri)} is not there: the symbolic link {quoted(link)} leads to nothing"
    return _error(uri, NOT_FOUND, message, "point the symbolic link at something that is there", contract="not-found")


def escapes(uri: str, tree: str, link: str = "") -> Resolution:
    """Say that a link leaves its tree, in the same words whether or not anything is there."""
    why = f" through the symbolic link {quoted(link)}" if link else ""
    help = (
        "point the symbolic link at a place inside, by a relative path"
        if link
        else "write the path from the top; another tree is reached by an alias"
    )
    return _error(uri, ESCAPES, f"{quoted(uri)} leads out of {tree}{why}", help)


def case_mismatch(uri: str, spelling: str) -> Resolution:
    """Say that only a file system that ignores case finds the target."""
    message = f"{quoted(uri)} is only there where upper and lower case are the same"
    return _error(uri, "links/case-mismatch", message, f"write {quoted(spelling)}", spelling=spelling)


def not_tracked(uri: str, path: str, untracked: Untracked, *, by_habit: bool) -> Resolution:
    """Say that a fresh clone will not have the target. `by_habit` is for what such trees ignore on purpose: it resolves, with a warning."""
    if untracked.pattern:
        why = f"git ignores it by {quoted(untracked.pattern)} at {quoted(f'{untracked.file}:{untracked.line}')}"
        help = f"link to something tracked, or {_command('git add --force', path)}"
    else:
        why, help = "git does not track it", _command("git add", path)
    return Resolution(
        path,
        path if by_habit else None,
        rule="links/target-not-tracked",
        severity="warning" if by_habit else "error",
        message=f"{quoted(uri)} is here, but a fresh clone will not have it: {why}",
        mend=help,
    )


def in_submodule(uri: str, submodule: str) -> Resolution:
    """Say that the target cannot be looked for."""
    return Resolution(
        uri,
        rule="links/target-in-submodule",
        severity="warning",
        message=f"{quoted(uri)} is in the submodule {quoted(submodule)}, which is not checked out: the link is not checked",
        mend=_command("git submodule update --init", submodule),
        outside=True,
    )


def no_node(uri: str, directory: str) -> Resolution:
    """Say that a directory has no file that it could stand for."""
    message = f"{quoted(uri)} is a directory without NODE.md or thread.md"
    return _error(
        uri, "links/directory-without-node", message, f"link to a file in it, or add {quoted(f'{directory}/NODE.md'.lstrip('/'))}"
    )


def whole_tree(uri: str, alias: str) -> Resolution:
    """Say that an alias alone is no target."""
    message = f"{quoted(uri)} is the whole tree of the alias {quoted(alias)}, not something in it"
    return _error(uri, "links/directory-without-node", message, "add the path of a file or directory")


def itself(uri: str, found: Resolution) -> Resolution:
    """Say that a file links to itself."""
    return Resolution(
        found.identity,
        found.target,
        found.fragment,
        rule=SELF,
        severity="error",
        message=f"{quoted(uri)} is the file it stands in",
        mend="remove the link",
        spelling=found.spelling,
        notes=found.warnings,
    )


def name_form(uri: str, spelling: str, why: str) -> Note:
    """Say that the name is spelled otherwise than the file's own."""
    return Note("links/name-form-mismatch", f"{quoted(uri)} is there under another spelling: {why}", f"write {quoted(spelling)}")


def not_portable(uri: str, spelling: str | None) -> Note:
    """Say that a `file://` link means something on this machine only."""
    mend = f"write {quoted(spelling)}" if spelling else "link by a path from the root of the tree, by an alias, or by https://"
    return Note("links/file-not-portable", f"{quoted(uri)} names a file of one machine", mend)


def unverified(uri: str, alias: str) -> Resolution:
    """Say that there is no registry which could know the alias."""
    return Resolution(
        uri,
        rule="links/alias-unverified",
        severity="warning",
        message=f"nothing here says what the alias {quoted(alias)} stands for: the link is not checked",
        mend=f"list it under `aliases:` in the brain's config.yaml, or in {_REGISTRY}",
        outside=True,
    )


def unknown_alias(uri: str, alias: str, help: Callable[[], str]) -> Resolution:
    """Say that no registry lists the alias."""
    return _error(uri, "links/unknown-alias", f"no registry lists the alias {quoted(alias)}", help, contract="unknown alias")


def entry_invalid(uri: str, entry: Entry) -> Resolution:
    """Say what is wrong with what a registry has for the alias."""
    message = f"the alias {quoted(entry.alias)} {entry.fault} ({quoted(entry.shown)})"
    return _error(uri, "links/alias-entry-invalid", message, "give it a `brain` or a `root`: the path of a directory")


def unreachable(uri: str, entry: Entry, help: str) -> Resolution:
    """Say that the directory of an alias is not followed, in the same words whether or not it is there."""
    message = f"the directory of the alias {quoted(entry.alias)} cannot be reached ({quoted(entry.shown)})"
    return _error(uri, "links/alias-root-unreachable", message, help, contract="alias root unreachable")


def _command(command: str, path: str) -> str:
    """Give a command that can be pasted whatever the path holds."""
    from shlex import quote  # most links are fine

    return quoted(f"{command} -- {quote(path)}" if path.startswith("-") else f"{command} {quote(path)}")


def _error(
    uri: str, rule: str, message: str, help: str | Callable[[], str], *, contract: str | None = None, spelling: str | None = None
) -> Resolution:
    return Resolution(uri, rule=rule, severity="error", message=message, mend=help, contract=contract, spelling=spelling)
