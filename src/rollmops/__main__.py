"""`python -m rollmops` is the `rollmops` command."""

from rollmops.cli import main

main()
