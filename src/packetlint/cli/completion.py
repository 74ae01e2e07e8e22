"""The command `completion`: a script that completes commands, options, their values and rule names in a shell."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from packetlint.cli.grammar import commands, parser_of
from packetlint.cli.kinds import KNOWN, rule_names
from packetlint.core.rule import ALL

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

_RULES = ("RULES", "RULE")
_FILES = ("FILE", "PATH", "ARTIFACT", "DRAFT", "IR.json", "PROPOSAL.json")
_DIRECTORIES = ("DIR",)
_TOP = (("--help", "show this help message and exit"), ("--version", "print the version and exit"))


class Option(NamedTuple):
    """An option, or with no flags a positional argument, and what completes its value.

    `takes` is `rules`, `file`, `directory`, `words` (one of `words`), `other` (nothing is known), or `nothing`.
    """

    flags: tuple[str, ...]
    help: str
    takes: str
    words: tuple[str, ...] = ()
    repeats: bool = False


def run(arguments: argparse.Namespace) -> int:
    """Print the script and give the exit status."""
    print({"bash": bash, "zsh": zsh, "fish": fish}[arguments.shell](), end="")
    return 0


def options_of(command: str) -> list[Option]:
    """Give the options and arguments of a command, from its grammar."""
    return [_option(action) for action in parser_of(command)._actions]  # noqa: SLF001 - argparse has no other way to ask


def _option(action: argparse.Action) -> Option:
    words = tuple(map(str, action.choices or ()))
    metavar = str(action.metavar or action.dest)
    takes = "nothing" if action.nargs == 0 else "words" if words else _taken(metavar)
    repeats = action.nargs in ("*", "+") or type(action).__name__ in ("_AppendAction", "_ExtendAction")
    return Option(tuple(action.option_strings), (action.help or "").replace("%%", "%"), takes, words, repeats)


def _taken(metavar: str) -> str:
    if metavar in _RULES:
        return "rules"
    return "file" if metavar in _FILES else "directory" if metavar in _DIRECTORIES else "other"


def selectors() -> list[str]:
    """Give what can be selected: every rule, and every kind by its name."""
    return [ALL, "file", *(known.name for known in KNOWN), *rule_names()]


def quoted(text: str) -> str:
    """Quote a text for any of the shells."""
    from shlex import quote

    return quote(text)


# -- bash --------------------------------------------------------------------------------------

_BASH = """\
# Completion of packetlint for bash: source it, or put it into ~/.local/share/bash-completion/completions/packetlint
_packetlint() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} given=""
  COMPREPLY=()
  # bash takes `=` for a word of its own
  if [[ $current == "=" ]]; then current=""; elif [[ $previous == "=" ]]; then previous=${{COMP_WORDS[COMP_CWORD-2]}}; fi
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=( $(compgen -W {commands} -- "$current") )
    return
  fi
  case "${{COMP_WORDS[1]}} $previous" in
{values}
  esac
  if [[ $current == -* ]]; then
    case "${{COMP_WORDS[1]}}" in
{options}
    esac
    return
  fi
  case "${{COMP_WORDS[1]}}" in
{positionals}
  esac
}}
_packetlint_rules() {{
  [[ $current == *,* ]] && given=${{current%,*}},
  COMPREPLY=( $(compgen -P "$given" -W {rules} -- "${{current##*,}}") )
}}
complete -o default -F _packetlint packetlint
"""


def bash() -> str:
    """Give the script for bash."""
    known = {command: options_of(command) for command in commands()}
    values = [f"    {_bash_case(command, option)}" for command, options in known.items() for option in options if _has_bash_value(option)]
    flags = {command: " ".join(flag for option in options for flag in option.flags) for command, options in known.items()}
    return _BASH.format(
        commands=quoted(" ".join([*known, *(flag for flag, _ in _TOP)])),
        values="\n".join(values),
        options="\n".join(
            f'      {command}) COMPREPLY=( $(compgen -W {quoted(words)} -- "$current") ) ;;' for command, words in flags.items()
        ),
        positionals="\n".join(f"    {command}) {_bash_value(option)} ;;" for command, option in _positionals(known)),
        rules=quoted(" ".join(selectors())),
    )


def _has_bash_value(option: Option) -> bool:
    return bool(option.flags) and option.takes != "nothing"


def _bash_case(command: str, option: Option) -> str:
    return f"{'|'.join(quoted(f'{command} {flag}') for flag in option.flags)}) {_bash_value(option)}; return ;;"


def _bash_value(option: Option) -> str:
    """Give the bash command that completes a value; where it gives nothing, bash itself goes on with file names."""
    if option.takes == "rules":
        return "_packetlint_rules"
    if option.takes == "words":
        return f'COMPREPLY=( $(compgen -W {quoted(" ".join(option.words))} -- "$current") )'
    return "compopt -o dirnames +o default 2>/dev/null" if option.takes == "directory" else ":"


def _positionals(known: dict[str, list[Option]]) -> Iterator[tuple[str, Option]]:
    """Yield the commands whose argument is no file, with that argument."""
    for command, options in known.items():
        for option in options:
            if not option.flags and option.takes in ("rules", "words"):
                yield command, option


# -- zsh ---------------------------------------------------------------------------------------

_ZSH = """\
#compdef packetlint
# Completion of packetlint for zsh: put it as _packetlint into a directory of $fpath, or source it after compinit.
_packetlint_rules() {{
  local -a rules
  rules=({rules})
  compset -P '*,'
  compadd -S '' -q -a rules
}}
_packetlint() {{
  if (( CURRENT == 2 )); then
    local -a commands
    commands=({commands})
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{cases}
  esac
}}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _packetlint "$@"; else compdef _packetlint packetlint; fi
"""


def zsh() -> str:
    """Give the script for zsh."""
    described = [f"{name}:{about}" for name, about in commands().items()] + [f"{flag}:{about}" for flag, about in _TOP]
    cases = [f"    {command}) _arguments {' '.join(_zsh_words(command))} ;;" for command in commands()]
    return _ZSH.format(
        rules=" ".join(map(quoted, selectors())),
        commands=" ".join(map(quoted, described)),
        cases="\n".join(cases),
    )


def _zsh_words(command: str) -> Iterator[str]:
    """Yield the specifications that zsh's `_arguments` takes, one for each spelling of an option."""
    for option in options_of(command):
        value = _zsh_value(option)
        for flag in option.flags:
            yield quoted(f"{'*' if option.repeats else ''}{flag}[{_zsh_text(option.help)}]{value}")
        if not option.flags:
            yield quoted(f"{'*' if option.repeats else ''}{value}")


def _zsh_value(option: Option) -> str:
    actions = {
        "rules": "_packetlint_rules",
        "file": "_files",
        "directory": "_files -/",
        "words": f"({' '.join(option.words)})",
        "other": " ",
    }
    return "" if option.takes == "nothing" else f":{option.takes}:{actions[option.takes]}"


def _zsh_text(text: str) -> str:
    """Keep the marks of a specification out of what is said about an option."""
    return "".join(f"\\{character}" if character in "[]:\\" else character for character in text)


# -- fish --------------------------------------------------------------------------------------


def fish() -> str:
    """Give the script for fish."""
    return "".join(f"{line}\n" for line in _fish_lines())


def _fish_lines() -> Iterator[str]:
    yield "# Completion of packetlint for fish: put it into ~/.config/fish/completions/packetlint.fish"
    yield f"set -g __packetlint_rules {' '.join(map(quoted, selectors()))}"
    yield "function __packetlint_rules"
    yield "  set -l given (string replace -rf -- '^(.*,).*$' '$1' (string replace -r -- '^--[a-z]+=' '' (commandline -ct)))"
    yield '  for rule in $__packetlint_rules; echo "$given$rule"; end'
    yield "end"
    top = "complete -c packetlint -n __fish_use_subcommand"
    yield f"{top} -f"
    yield from (f"{top} -l {flag.removeprefix('--')} -d {quoted(about)}" for flag, about in _TOP)
    yield from (f"{top} -a {name} -d {quoted(about)}" for name, about in commands().items())
    for command in commands():
        start = f"complete -c packetlint -n '__fish_seen_subcommand_from {command}'"
        yield from (f"{start} {' '.join(_fish_words(option))}" for option in options_of(command) if option.flags or option.takes != "file")


def _fish_words(option: Option) -> Iterator[str]:
    for flag in option.flags:
        yield f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}"
    if option.takes != "nothing":
        yield _fish_value(option)
    yield f"-d {quoted(option.help)}"


def _fish_value(option: Option) -> str:
    """Give what completes a value: `-x` takes nothing else, and `-f` is its like for an argument without a flag."""
    only = "-x" if option.flags else "-f"
    if option.takes == "rules":
        return f"{only} -a '(__packetlint_rules)'"
    if option.takes == "directory":
        return f"{only} -a '(__fish_complete_directories)'"
    if option.takes == "words":
        return f"{only} -a {quoted(' '.join(option.words))}"
    return "-r -F" if option.takes == "file" else only
