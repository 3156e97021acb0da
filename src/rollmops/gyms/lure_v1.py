"""Lure as PettingZoo environments."""

from rollmops.gyms.pettingzoo import environments

env, raw_env, parallel_env = environments("lure")
