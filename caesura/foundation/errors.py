"""The one kind of error a user is meant to read.

Everything that is wrong with what the user gave us (a file, a line, an option) is an `InputError`. Its text is one
line that says where, what, and what to do. The command line prints it and ends with exit code 2; it never shows a
traceback. Anything else that escapes is a fault of ours.
"""

from __future__ import annotations

from os import PathLike


class InputError(ValueError):
    """Bad input in one line: `file:line: what is wrong; what to do`."""

    def __init__(
        self,
        problem: str,
        *,
        cure: str | None = None,
        file: str | PathLike[str] | None = None,
        line: int | None = None,
    ) -> None:
        self.problem = problem
        self.cure = cure
        self.file = None if file is None else "stdin" if str(file) == "-" else str(file)
        self.line = line
        super().__init__(self._text())

    def _text(self) -> str:
        where = "" if self.file is None else self.file if self.line is None else f"{self.file}:{self.line}"
        message = self.problem if self.cure is None else f"{self.problem}; {self.cure}"
        # One line, whatever the user's text holds: a line break or control character would hide the message.
        return "".join(c if c.isprintable() else repr(c)[1:-1] for c in (f"{where}: {message}" if where else message))

    def at(self, file: str | PathLike[str], line: int | None = None) -> InputError:
        """The same error, with the place filled in by whoever knows it; a line that is known stays."""
        return InputError(self.problem, cure=self.cure, file=file, line=self.line if line is None else line)


class MissingExtraError(InputError):
    """An optional dependency is not installed; the cure is the install line."""

    def __init__(self, what: str, extra: str, package: str | None = None, *, file: str | PathLike[str] | None = None) -> None:
        self.extra, self.package = extra, package
        needed = "an optional package" if package is None else f"the package {package}"
        super().__init__(f"{what} needs {needed}", cure=f"run: pip install 'caesura[{extra}]'", file=file)
