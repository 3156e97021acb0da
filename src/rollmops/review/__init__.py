"""Was it luck? What dice and decisions changed about everybody's chances in a game that was played."""
