"""Values that are fitted by self-play, for tables too many to be solved: Roll for Soles with many players, Espresso Fishing.

net.py      the value of a turn start: a small compiled network that looks at every seat in the same way
soles.py    what it sees of Roll for Soles, and the search of a whole turn on it
espresso.py the same for Espresso Fishing
kept.py     the fitted numbers, a small file in the package for each game
valuer.py   what any table is worth by them, with the error measured on games that they were not fitted to
sharp.py    the mind that plays by them
selfplay.py how they are fitted (`python -m rollmops.solve.fit soles`)
"""
