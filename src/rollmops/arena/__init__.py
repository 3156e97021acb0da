"""The floe's physics: a throw in, resting dice and a trajectory out."""

from rollmops.arena.gesture import RANGES, BadGestureError, Gesture, Range
from rollmops.arena.rest import BadDiceError, Lying, Rest
from rollmops.arena.throw import Arena, Request, Thrown, arena_of, throw
from rollmops.arena.trajectory import BadTrajectoryError, Trajectory, decode
from rollmops.arena.world import engine_name, platform_name
from rollmops.games.floe.map import Map, Mark

__all__ = [
    "RANGES",
    "Arena",
    "BadDiceError",
    "BadGestureError",
    "BadTrajectoryError",
    "Gesture",
    "Lying",
    "Map",
    "Mark",
    "Range",
    "Request",
    "Rest",
    "Thrown",
    "Trajectory",
    "arena_of",
    "decode",
    "engine_name",
    "platform_name",
    "throw",
]
