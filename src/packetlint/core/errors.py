"""The two ways a run can fail to do its job: the person can mend one, the tool must mend the other."""

from __future__ import annotations


class UsageError(Exception):
    """Something the person can put right: arguments, configuration, a repository git refuses.

    `str(error)` is one line for stderr, which quotes no more than a person reads; the process exits with 2.
    """

    def __init__(self, line: str) -> None:
        """Keep the line."""
        from packetlint.core.quoting import bounded  # few runs fail

        super().__init__(bounded(line))


class ConfigurationError(UsageError):
    """A configuration file that cannot be used. The line names file, line and key."""

    def __init__(self, file: str, message: str, *, line: int | None = None, key: str | None = None) -> None:
        """Compose the line from the file's path, its 1-based line, the key, and what is wrong."""
        place = file if line is None else f"{file}:{line}"
        subject = f"`{key}`: " if key else ""
        super().__init__(f"{place}: {subject}{message}")


class UnreadableError(Exception):
    """One file that cannot be judged; the run goes on with the others. `str(error)` is the reason."""

    missing = False
    escapes_at: str | None = None


class MissingError(UnreadableError):
    """There is no such file in the content that is judged."""

    missing = True


class EscapesError(UnreadableError):
    """A symbolic link leaves the repository; said alike whether or not anything is there."""

    def __init__(self, link: str) -> None:
        """Say so in the one way it is said, and keep the path of the link."""
        super().__init__("is a symbolic link that leaves the repository")
        self.escapes_at = link


def reason_of(error: OSError) -> str:
    """Give what the system says of a failure, as the end of a sentence."""
    return (error.strerror or "input/output error").lower()


def is_of_interrupt(error: BaseException | None) -> bool:
    """Say whether an error is what Python made of Ctrl-C: one that comes while a class is made, for example."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None
