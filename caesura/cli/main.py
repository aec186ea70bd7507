"""The root command: which file holds which command, and how errors end."""

from __future__ import annotations

import importlib
import sys
import warnings
from typing import Annotated, Any

import typer
import typer.main
from typer.core import TyperGroup

from caesura.cli.choices import list_when_shown
from caesura.cli.ending import FailedWriteError, complain, failed_write, stdout_or_error
from caesura.foundation import InputError, __version__

#: The panels of `caesura --help` and their commands, each the `app` of the module named after it.
PANELS = {
    "Segment": ("segment", "nest", "parse", "phrase", "phrases", "lexicon", "train", "adapt", "tune", "syntax"),
    "Corpora and logs": ("corpus", "log", "drift"),
    "Measure": ("evaluate", "compare", "worth", "evaluate-trees", "confidence", "reproduce"),
    "Crowd": ("campaign", "agreement", "bias", "labels"),
    "Search": ("retrieval",),
    "Service": ("serve", "studio", "doctor", "licences"),
}
#: Command -> module. A module is imported only when its command runs (or help is shown).
COMMANDS = {name: f"caesura.cli.{name.replace('-', '_')}" for names in PANELS.values() for name in names}


class LazyGroup(TyperGroup):
    """Start-up stays fast however many commands there are."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: typer.Context, cmd_name: str) -> object:  # type: ignore[override]  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        if cmd_name not in self.commands:
            module = importlib.import_module(COMMANDS[cmd_name])
            command: Any = typer.main.get_command(module.app)
            command.name = cmd_name
            command.rich_help_panel = next(panel for panel, names in PANELS.items() if cmd_name in names)
            # Completion is installed once, at the root.
            command.params = [param for param in command.params if param.name not in ("install_completion", "show_completion")]
            list_when_shown(command)
            self.commands[cmd_name] = command
        return self.commands[cmd_name]

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]
        """A reader that went away is our business: typer would end the process here, in its own way."""
        try:
            return super().invoke(ctx)
        except OSError as error:
            raise FailedWriteError(error) from error


app = typer.Typer(
    cls=LazyGroup,
    name="caesura",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"caesura {__version__}")
        raise typer.Exit


@app.callback(epilog='Example:  caesura segment "cheap flights to cape town"')
def caesura(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and stop.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Find the breaks in search queries: cheap flights to cape town -> "cheap flights" to "cape town"."""


def main() -> None:
    """Run the command line; a user's mistake is one line, never a traceback, and so is a warning."""
    warnings.showwarning = _warn
    try:
        sys.exit(_run())
    except FailedWriteError as failed:
        sys.exit(failed_write(failed.error))
    except SystemExit as ended:
        # The libraries that print help and tables end the process themselves where their reader went away.
        if isinstance(ended.__context__, BrokenPipeError):
            sys.exit(failed_write(ended.__context__))
        raise
    except OSError as error:
        sys.exit(failed_write(error))


def _warn(message: Warning | str, *_where: object, **_in_which_file: object) -> None:
    complain(f"warning: {message}")


def _run() -> int:
    try:
        # Not standalone: usage errors come back here, so that they too are one line and no box.
        with stdout_or_error():
            status = app(standalone_mode=False, prog_name="caesura")
        return int(status or 0)
    except typer.TyperException as error:
        if message := error.format_message():  # empty where the help itself was the answer
            complain(f"{message}{_hint(error)} (see: {_command(error)} --help)")
        return 2
    except typer.Abort:
        return 1
    except InputError as error:
        complain(str(error))
        return 2
    except KeyboardInterrupt:
        complain("stopped")
        return 130


def _command(error: Any) -> str:
    """The command that was misused, as it is typed."""
    context = getattr(error, "ctx", None)
    return str(context.command_path) if context else "caesura"


def _hint(error: Any) -> str:
    """What to do where a query was taken for an option."""
    takes_text = type(error).__name__ == "NoSuchOption" and any(param.name == "text" for param in error.ctx.command.params)
    return "; put -- before text that begins with a dash" if takes_text else ""
