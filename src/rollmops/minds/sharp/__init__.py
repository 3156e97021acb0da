"""The sharp minds: one for each game whose tables cannot all be solved. Where each is, so that only the one asked for is
imported."""

SHARP = {
    "floe": "rollmops.minds.sharp.floe:Sharp",
    "lure": "rollmops.minds.sharp.lure:Sharp",
}
