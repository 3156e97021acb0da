"""Learn to beat the random mind at Roll for Soles in under a minute: a policy gradient in numpy on the batch environment.

python examples/learn_soles.py [--seconds 40] [--figure docs/img/learn_soles.svg]

Seat A learns, seat B plays at random. The policy is two straight lines through a few features, one for "again or secure?"
and one for "from the middle or from the other?"; each game's choices are made likelier by how much better than even it went.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import matplotlib as mpl
import numpy as np
from numpy.typing import NDArray

from rollmops.gyms import BatchEnv

mpl.use("Agg")
import matplotlib.pyplot as plt

Floats = NDArray[np.float64]
LANES = 2048
TAKE = 1  # the phase in which a hook lets the player choose; otherwise it is again or secure
RATE = 0.3


class Policy:
    """The chance to choose 0 (again; the middle) rather than the other, by phase and features."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.at = {name: names.index(name) for name in names}
        self.weights = np.zeros((2, 9))

    def features(self, seen: NDArray[np.int16]) -> Floats:
        """A few numbers of the order of one."""
        net, middle, mine, theirs = (seen[:, self.at[name]] for name in ("net", "middle", "supply[0]", "supply[1]"))
        doubles = seen[:, self.at["doubles"]] + seen[:, self.at["shown[3]"]]
        waters = seen[:, self.at["waters"]] + seen[:, self.at["shown[4]"]]
        dice = 4 - doubles - waters
        return np.stack(
            [
                np.ones(len(seen)),
                net / 10,
                dice == 4,
                dice == 3,
                dice == 2,
                dice == 1,
                doubles,
                middle / 40,
                (mine - theirs) / 40,
            ],
            axis=1,
        ).astype(float)

    def chance(self, seen: NDArray[np.int16], features: Floats) -> tuple[Floats, NDArray[np.int64]]:
        """The chance of choice 0, and which of the two lines was asked."""
        head = (seen[:, self.at["phase"]] == TAKE).astype(np.int64)
        return 1 / (1 + np.exp(-np.einsum("ij,ij->i", features, self.weights[head]))), head


def learn(seconds: float) -> tuple[Policy, list[tuple[int, float]]]:
    """Play and learn for so long; returns the policy, and how often it won as games went by."""
    env = BatchEnv("soles", seats=2, n=LANES, seed=1)
    batch = env.reset()
    policy = Policy(env.names)
    trace = np.zeros((LANES, *policy.weights.shape))  # the gradient of the log-chance of all choices of the game so far
    curve, games, wins, since = list[tuple[int, float]](), 0, 0.0, 0
    rng = np.random.default_rng(2)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        actions = env.sample()
        mine = np.flatnonzero(batch.seat == 0)
        features = policy.features(batch.observation[mine])
        chance, head = policy.chance(batch.observation[mine], features)
        other = rng.random(len(mine)) >= chance
        actions[mine] = np.where(head == 1, 2, 1) * other  # choice 2 takes from seat B, choice 1 secures
        trace[mine, head] += (1 - other - chance)[:, None] * features
        batch = env.step(actions)
        done = np.flatnonzero(batch.done)
        if len(done):
            gain = batch.reward[done, 0] - 0.5
            policy.weights += RATE * np.einsum("i,ijk->jk", gain, trace[done]) / LANES
            trace[done] = 0
            games, wins, since = games + len(done), wins + float(batch.reward[done, 0].sum()), since + len(done)
            if since >= 5000:
                curve.append((games, wins / since))
                wins, since = 0.0, 0
    return policy, curve


def evaluate(policy: Policy, games: int) -> float:
    """The share of the win against the random mind, choosing the likelier each time."""
    env = BatchEnv("soles", seats=2, n=LANES, seed=3)
    batch = env.reset()
    share, played = 0.0, 0
    while played < games:
        actions = env.sample()
        mine = batch.seat == 0
        chance, head = policy.chance(batch.observation, policy.features(batch.observation))
        greedy = np.where(chance >= 0.5, 0, np.where(head == 1, 2, 1))
        batch = env.step(np.where(mine, greedy, actions))
        share, played = share + float(batch.reward[batch.done, 0].sum()), played + int(batch.done.sum())
    return share / played


def draw(curve: list[tuple[int, float]], path: Path) -> None:
    """The learning curve."""
    figure, axes = plt.subplots(figsize=(7, 3.5), layout="constrained")
    axes.plot([games / 1e6 for games, _ in curve], [share for _, share in curve], color="#1f6f8b")
    axes.axhline(0.5, color="#c98a00", linestyle="--", linewidth=1)
    axes.set(
        xlabel="games played (millions)",
        ylabel="share of the win",
        title="Learning to beat the random mind at Roll for Soles",
    )
    axes.grid(alpha=0.3)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    plt.close(figure)


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=40.0)
    parser.add_argument("--figure", type=Path, default=Path("learn_soles.svg"))
    given = parser.parse_args(words)
    policy, curve = learn(given.seconds)
    (_, first), (games, last) = curve[0], curve[-1]
    print(f"{games:,} games in {given.seconds:g} s; share of the win at first {first:.1%}, at last {last:.1%}")
    print(f"choosing the likelier each time: {evaluate(policy, 50_000):.1%} against the random mind")
    draw(curve, given.figure)
    print(f"learning curve: {given.figure}")


if __name__ == "__main__":
    main()
