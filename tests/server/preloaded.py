"""What every server process of the tests has loaded before it is forked: the server, and all rules as they were compiled.

Loading takes most of the time of a start, and dozens of tests start a server. Nothing here starts a thread or keeps a file
open, so what is forked is a server like any other. That a server starts from nothing is seen in
tests/test_deploy.py, in the fifth game's page and in bench.
"""

from __future__ import annotations

from rollmops.games import GAMES
from rollmops.server.warming import warm
from rollmops.server.web import serve as serve  # what is loaded stays loaded

for _name in GAMES:
    warm(_name)
