"""Learn Roll for Soles from nothing but its own games, then play against perfect play: PPO in torch on the batch.

python examples/selfplay_ppo.py [--seconds 300] [--figure docs/img/selfplay_ppo.svg] [--games 4000]

Both seats are played by the same small network, which sees the table from the mover's place (`observation="flat"`). A lane
is one long line of decisions by alternating seats; what is good for the next mover is bad for this one if the mover
changes, so values and advantages change sides with it. `--seconds` are seconds of processor time, whatever else the machine
is doing; one thread learns, so 300 are five minutes on a quiet machine. Needs torch: pip install torch
"""

from __future__ import annotations

import argparse
import time
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rollmops.games import game, house
from rollmops.gyms import BatchEnv
from rollmops.minds import mind

try:
    import torch
    from torch import nn
except ImportError:
    raise SystemExit("this example learns with torch; install it with: pip install torch") from None

LANES, STEPS = 2048, 32
"""Tables at once, and decisions at each between two updates."""
EPOCHS, PARTS = 2, 8
"""How often each decision is learned from, and in how many parts."""
CLIP, TRACE, ENTROPY, RATE = 0.2, 0.95, 0.01, 1e-3
"""PPO's clipping, GAE's lambda, and what entropy bonus and learning rate begin with; both fall to nothing."""
AVERAGED = 0.95
"""The player that is tested is a running average of all so far, each update counting so much: steadier than any of them."""
WIDTH = 64
TEST_LANES = 200
CLOSED = -1e9


class Player(nn.Module):  # type: ignore[misc]
    """A network with two heads: what to choose, and how likely the mover is to win."""

    def __init__(self, size: int, choices: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(size, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU())
        self.choice, self.value = nn.Linear(WIDTH, choices), nn.Linear(WIDTH, 1)
        nn.init.zeros_(self.choice.weight)
        nn.init.zeros_(self.value.weight)

    def forward(self, seen: Any, mask: Any) -> tuple[Any, Any]:
        """Log-chances of the choices, closed ones out of reach, and the mover's share of the win."""
        inside = self.body(seen)
        logits = self.choice(inside).masked_fill(mask == 0, CLOSED)
        return torch.log_softmax(logits, dim=1), torch.sigmoid(self.value(inside)).squeeze(1)


@dataclass
class Point:
    """A point of the learning curve."""

    seconds: float
    decisions: int
    share: float
    error: float


def collect(env: BatchEnv, player: Player, batch: Any) -> tuple[Any, dict[str, Any]]:
    """Play so many decisions in every lane, and how each turned out for whoever made it."""
    shape = (STEPS, LANES)
    seen, mask = torch.zeros(*shape, env.observation.shape[1]), torch.zeros(*shape, env.choices, dtype=torch.int8)
    chosen, chance = torch.zeros(shape, dtype=torch.int64), torch.zeros(shape)
    value, reward, ended, changed = torch.zeros(STEPS + 1, LANES), torch.zeros(shape), torch.zeros(shape), torch.zeros(shape)
    with torch.no_grad():
        for step in range(STEPS):
            mover = batch.seat.copy()
            seen[step], mask[step] = torch.from_numpy(batch.observation), torch.from_numpy(batch.mask)
            logs, value[step] = player(seen[step], mask[step])
            chosen[step] = torch.multinomial(logs.exp(), 1).squeeze(1)
            chance[step] = logs.gather(1, chosen[step][:, None]).squeeze(1)
            batch = env.step(chosen[step].numpy())
            reward[step] = torch.from_numpy(batch.reward[np.arange(LANES), mover])
            ended[step] = torch.from_numpy(batch.done)
            changed[step] = torch.from_numpy(batch.seat != mover)
        _, value[STEPS] = player(torch.from_numpy(batch.observation), torch.from_numpy(batch.mask))
    gain, after = torch.zeros(shape), torch.zeros(LANES)
    for step in reversed(range(STEPS)):
        going, turned = 1 - ended[step], changed[step] == 1
        ahead = torch.where(turned, 1 - value[step + 1], value[step + 1])
        surprise = reward[step] + going * ahead - value[step]
        after = gain[step] = surprise + TRACE * going * torch.where(turned, -after, after)
    told = {"seen": seen, "mask": mask, "chosen": chosen, "chance": chance, "gain": gain, "goal": gain + value[:-1]}
    return batch, {name: part.flatten(0, 1) for name, part in told.items()}


def update(player: Player, optimiser: Any, told: dict[str, Any], entropy: float) -> None:
    """A few steps of PPO."""
    gain = (told["gain"] - told["gain"].mean()) / (told["gain"].std() + 1e-8)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(gain)).chunk(PARTS):
            logs, value = player(told["seen"][part], told["mask"][part])
            now = logs.gather(1, told["chosen"][part][:, None]).squeeze(1)
            ratio = (now - told["chance"][part]).exp()
            better = torch.min(ratio * gain[part], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[part])
            spread = -(logs.exp() * logs.clamp(min=-50)).sum(1)
            loss = -better.mean() + 2 * ((value - told["goal"][part]) ** 2).mean() - entropy * spread.mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), 1.0)
            optimiser.step()


def against_exact(player: Player, games: int, seed: int) -> tuple[float, float]:
    """The share of the win against perfect play, each sitting in either seat as often, and its standard error."""
    rules, box = game("soles"), house("soles")
    perfect = mind("exact", rules, box, 0)
    env = BatchEnv("soles", seats=2, n=TEST_LANES, seed=seed, observation="flat")
    batch = env.reset()
    ours = np.arange(TEST_LANES) % 2
    shares = list[float]()
    left = np.full(TEST_LANES, -(-games // TEST_LANES))  # games still to count in each lane: no quick ones before others
    while left.any():
        with torch.no_grad():
            logs, _ = player(torch.from_numpy(batch.observation), torch.from_numpy(batch.mask))
        actions = logs.argmax(1).numpy()
        for lane in np.flatnonzero((batch.seat != ours) & (left > 0)).tolist():
            seat = int(batch.seat[lane])
            words = perfect.choose(rules.views.view(env.simulator.table(lane, seat), seat))
            (best,) = rules.words.parse(env.simulator.table(lane, seat), seat, words.split())
            actions[lane] = best
        batch = env.step(actions)
        for lane in np.flatnonzero(batch.done & (left > 0)).tolist():
            shares.append(float(batch.reward[lane, ours[lane]]))
            left[lane] -= 1
    return float(np.mean(shares)), float(np.std(shares) / len(shares) ** 0.5)


def learn(seconds: float, points: int = 8, games: int = 1000) -> tuple[Player, list[Point]]:
    """Play and learn for so many seconds of processor time, those of the test games not counted."""
    torch.manual_seed(1)
    torch.set_num_threads(1)  # more would wait for each other: the network is small
    env = BatchEnv("soles", seats=2, n=LANES, seed=1, observation="flat")
    batch = env.reset()
    player = Player(env.observation.shape[1], env.choices)
    optimiser = torch.optim.Adam(player.parameters(), lr=RATE)
    steady = deepcopy(player)
    curve, decisions, spent = list[Point](), 0, 0.0
    while spent < seconds:
        start = time.process_time()
        left = 1 - spent / seconds
        for group in optimiser.param_groups:
            group["lr"] = RATE * max(left, 0.02)
        batch, told = collect(env, player, batch)
        update(player, optimiser, told, ENTROPY * left)
        with torch.no_grad():
            for kept, new in zip(steady.parameters(), player.parameters(), strict=True):
                kept.lerp_(new, 1 - AVERAGED)
        decisions += LANES * STEPS
        spent += time.process_time() - start
        if spent >= seconds * (len(curve) + 1) / points:
            curve.append(Point(spent, decisions, *against_exact(steady, games, seed=len(curve) + 2)))
            print(
                f"{spent:6.0f} s  {decisions / 1e6:6.1f} million decisions  {curve[-1].share:.1%} against exact", flush=True
            )
    return steady, curve


def draw(curve: list[Point], path: Path) -> None:
    """The learning curve."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 3.5), layout="constrained")
    axes = figure.subplots()
    minutes = [point.seconds / 60 for point in curve]
    axes.errorbar(minutes, [p.share for p in curve], yerr=[1.96 * p.error for p in curve], color="#1f6f8b", capsize=2)
    axes.axhline(0.5, color="#c98a00", linestyle="--", linewidth=1)
    axes.axhline(0.45, color="#888888", linestyle=":", linewidth=1)
    axes.set(
        xlabel="minutes of processor time, one thread",
        ylabel="share of the win",
        title="Self-play at Roll for Soles, tested against perfect play",
    )
    axes.grid(alpha=0.3)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--figure", type=Path, default=Path("selfplay_ppo.svg"))
    given = parser.parse_args(words)
    player, curve = learn(given.seconds, games=max(50, given.games // 4))
    share, error = against_exact(player, given.games, seed=1000)
    print(f"{share:.1%} ± {1.96 * error:.1%} against exact over {given.games} games, after {given.seconds:g} s of learning")
    draw(curve, given.figure)
    print(f"learning curve: {given.figure}")


if __name__ == "__main__":
    main()
