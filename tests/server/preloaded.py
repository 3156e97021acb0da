"""What servers and commands of the tests have loaded before they are forked: the server, what the command line is made of,
and all rules as they were compiled.

Loading takes most of the time of a start, and hundreds of tests start something. Nothing here starts a thread or keeps a
file open, so what is forked is a server like any other. That a server starts from nothing is seen in
tests/test_deploy.py, in the fifth game's page and in bench.
"""

from __future__ import annotations

import gc

import joblib as joblib  # these are half of the time of a command
import psycopg as psycopg  # a third of a start on PostgreSQL
from typer import rich_utils as rich_utils

from rollmops.cli import boards as boards
from rollmops.games import GAMES
from rollmops.lab import simulate as simulate
from rollmops.server import rehearsals
from rollmops.server.web import serve as serve  # what is loaded stays loaded

for _name in GAMES:
    rehearsals.warm_rules(_name)
    rehearsals.warm_minds(_name)
# Done for all that are forked from here; half a second of the processor for each, else.
rehearsals.warm_rules = rehearsals.warm_minds = lambda name: None
gc.freeze()  # nobody looks through all this again, and its memory stays shared
