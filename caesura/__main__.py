"""`python -m caesura` is the same as `caesura`."""

from caesura.cli import main

main()
