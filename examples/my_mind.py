"""A mind of one's own: secures as soon as there are ten soles in the net. Play against it from this folder with
`rollmops play soles --players Ann --minds my_mind:Careful`, or let it play:
`rollmops simulate soles --games 100 --minds my_mind:Careful random`."""


class Careful:
    def __init__(self, game, components, seed):  # type: ignore[no-untyped-def]
        self.enough = 10

    def choose(self, view):  # type: ignore[no-untyped-def]
        """`view` is what the seat may know; the answer is a line in the words of the logbook."""
        if view.phase == "take":
            return "take middle"
        return "secure" if view.net >= self.enough else "again"
