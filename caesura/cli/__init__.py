"""The command line: one thin file per command, loaded only when that command runs.

`main` is what the shell calls. Bad input becomes one line on stderr and exit code 2; a run whose answer is "no" ends
with 1; everything else with 0.
"""

from caesura.cli.main import app, main

__all__ = ["app", "main"]
