"""Parse the command line, run one command, and turn what happens into an exit status.

0 nothing to report, 1 findings, 2 the tool could not do its job (one line on stderr), 130 Ctrl-C. Nothing is
imported here but what Python has loaded already: until `run` runs, Ctrl-C would end in a traceback.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

FAILED = 2
INTERRUPTED = 130


def main(argv: "Sequence[str] | None" = None) -> int:
    """Run the command that `argv` names and give the exit status."""
    from packetlint.core.errors import UsageError, is_of_interrupt

    try:
        _prepare_streams()
        status = _dispatch(sys.argv[1:] if argv is None else list(argv))
        sys.stdout.flush()
    except UsageError as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        return _fail(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}")
    except Exception as error:
        if is_of_interrupt(error):
            return INTERRUPTED
        if os.environ.get("PACKETLINT_TRACEBACK"):
            raise
        return _fail(f"internal error: {type(error).__name__}: {error} (set PACKETLINT_TRACEBACK=1 to see where)")
    return status


def _dispatch(argv: list[str]) -> int:
    from packetlint.cli.options import plain_check

    options = plain_check(argv)
    if options is not None:
        from packetlint.cli.check import run as check

        return check(options)
    from packetlint.cli.grammar import parse

    arguments = parse(argv)
    status: int = arguments.run(arguments)
    return status


def run(argv: "Sequence[str] | None" = None) -> "NoReturn":
    """Run as a program: by default `packetlint` with its own arguments."""
    try:
        sys.unraisablehook = _unraisable
        import gc

        gc.disable()  # what a run makes lasts to its end, which is soon: looking for garbage in it only costs time
        leave(main(argv))
    except KeyboardInterrupt:
        os._exit(INTERRUPTED)


def _unraisable(found: "sys.UnraisableHookArgs") -> None:
    """End the process for a Ctrl-C that Python would only tell of, as from within a destructor."""
    if found.exc_type is KeyboardInterrupt:
        os._exit(INTERRUPTED)
    sys.__unraisablehook__(found)


def leave(status: int) -> "NoReturn":
    """End the process at once: taking the interpreter apart would cost a tenth of a hook's time, and nothing is left to do."""
    for stream in (sys.stdout, sys.stderr):
        try:  # noqa: SIM105 - contextlib is an import
            stream.flush()
        except OSError:
            pass
    os._exit(status)


def _prepare_streams() -> None:
    """Write UTF-8 whatever the locale says; nothing a file holds may make printing fail, nor a stream that is closed."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - it lives as long as the process
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(encoding="utf-8", errors="backslashreplace")


def _fail(message: str) -> int:
    from packetlint.core.paths import visible

    try:
        sys.stdout.flush()
        print(f"packetlint: {visible(message)}", file=sys.stderr)
    except OSError:
        pass
    return FAILED
