"""Espresso Fishing, as the solver needs it: how a turn start becomes a number, and which tables are the same for the value.

At a turn start the fish and the chips of every seat say all: what they do not have is in the lake and on the pile. Seats are
turned so that the mover comes first. Fish and chips stay where they are until the coloured dice are done, and the dice know
nothing of them: so the dice of a turn are one graph for all turns, in which dice of one colour are alike, and which leads to
a *score*, the right to fish or to poach that the dice give. What the rights bring is asked of the game's own rules.
"""
