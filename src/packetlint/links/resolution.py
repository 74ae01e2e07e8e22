"""What became of one link."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from packetlint.core.diagnostic import Severity


class Note(NamedTuple):
    """A warning beside the main one."""

    rule: str
    message: str
    help: str = ""


class Resolution(NamedTuple):
    """One link, resolved or not.

    identity   what two spellings of one target have in common
    target     path from the repository's top of the file it stands for; None outside the repository, or unresolved
    fragment   what stood after `#`, as written
    rule       the rule it breaks; "" where nothing is wrong. A link with a warning may still have a target
    mend       how to mend it; a function where that takes looking for
    contract   the seed's word for the failure, where it has one
    outside    whether the target is not in the tree that is judged: in another repository, in a submodule, on the web
    spelling   the link as it should be written, where that is known
    notes      warnings beside the rule
    """

    identity: str
    target: str | None = None
    fragment: str = ""
    rule: str = ""
    severity: Severity | None = None
    message: str = ""
    mend: str | Callable[[], str] = ""
    contract: str | None = None
    outside: bool = False
    spelling: str | None = None
    notes: tuple[Note, ...] = ()

    @property
    def help(self) -> str:
        """Say how to mend it. Only what is reported should be asked: it may take looking for."""
        return self.mend if isinstance(self.mend, str) else self.mend()

    @property
    def warnings(self) -> tuple[Note, ...]:
        """Give every warning: the rule's own, where it is one, and the notes."""
        own = (Note(self.rule, self.message, self.help),) if self.severity == "warning" else ()
        return (*own, *self.notes)

    def noted(self, *notes: Note) -> Resolution:
        """Give the same with more warnings; where nothing else is wrong, the first becomes the rule."""
        if self.rule or not notes:
            return self._replace(notes=(*self.notes, *notes))
        first, *rest = notes
        return self._replace(rule=first.rule, severity="warning", message=first.message, mend=first.help, notes=tuple(rest))
