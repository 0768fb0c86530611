"""Trains a linear policy by play against itself: python -m scuffle.rl.example 300 trained_bot.py"""

import inspect
import sys
from pathlib import Path

import numpy as np

from scuffle import rl

BOT = """from scuffle.games.virus_war import encoding

WEIGHTS = {weights}

{features}

def get_action(state, api):
    planes = encoding.observe(state, api.settings)
    worth = lambda action: sum(w * x for w, x in zip(WEIGHTS, features(planes, action)))
    return max(state["legal_actions"], key=worth)
"""


def features(planes, action):
    """Pass, kill, rim; then how much of the nine cells around is mine, theirs, zombies, free."""
    if action["action"] == "pass":
        return [1.0, *[0.0] * 7]
    row, col = action["params"]["row"], action["params"]["col"]
    rows, cols = slice(max(row - 1, 0), row + 2), slice(max(col - 1, 0), col + 2)
    around = [sum(sum(line[cols]) for line in plane[rows]) / 9 for plane in planes[:5]]
    return [0.0, float(action["action"] == "kill"), 1 - sum(around), *around]


def train(episodes, rate=0.1):
    """The weights after policy gradients; a reward counts against what that seat usually gets."""
    env, rng = rl.env("virus-war", settings={"size": 6}), np.random.default_rng(1)
    weights, actions = np.zeros(8), env.unwrapped.coding.actions
    usual = dict.fromkeys(env.possible_agents, 0.0)
    for episode in range(episodes):
        env.reset(seed=episode)
        gradient = dict.fromkeys(env.agents, np.zeros(8))
        for agent in env.agent_iter():
            seen, reward, over, _, _ = env.last()
            if over:
                weights += rate * (reward - usual[agent]) * gradient[agent]
                usual[agent] += 0.05 * (reward - usual[agent])
                env.step(None)
                continue
            legal, planes = np.flatnonzero(seen["action_mask"]), seen["observation"].tolist()
            rows = np.array([features(planes, actions[n]) for n in legal])
            chances = np.exp(rows @ weights - np.max(rows @ weights))
            taken = rng.choice(len(legal), p=chances / chances.sum())
            gradient[agent] = gradient[agent] + rows[taken] - chances @ rows / chances.sum()
            env.step(int(legal[taken]))
    return weights


if __name__ == "__main__":
    learned = train(int(sys.argv[1])).round(3).tolist()
    Path(sys.argv[2]).write_text(BOT.format(weights=learned, features=inspect.getsource(features)))
