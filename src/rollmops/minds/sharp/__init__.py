"""The sharp minds: one for each game whose tables cannot all be solved. Where each is, so that only the one asked for is
imported; a module of `solve`, which is below us, too."""

SHARP = {
    "soles": "rollmops.solve.fitted.sharp:Sharp",
    "espresso": "rollmops.solve.fitted.sharp:Sharp",
    "lure": "rollmops.minds.sharp.lure:Sharp",
    "floe": "rollmops.minds.sharp.floe:Sharp",
}
