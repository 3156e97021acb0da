"""Roll for Soles, as the solver needs it: how a turn start becomes a number, and which tables are the same for the value.

At a turn start all soles lie in the middle and in the supplies, so the supplies say all; seats are turned so that the mover
comes first. Within a turn the middle and the net hold what the supplies do not, so the tables with the same supplies are a
*column*: one for each size of the middle, down from the turn start with these supplies. A roll without a sole leads to that
turn start with the seats turned, a secured net to one with a smaller middle, a hook to a column with more in the net.

The dice know nothing of the soles: what matters of a roll is the soles it shows, whether there is a hook, and which dice
are set aside by then. Where a haul leads is asked of the game's own rules. What is taken for granted is little, and laws in
tests/solve hold it: taking from the middle leaves the supplies as they are, taking from a supply leaves the middle.
"""
