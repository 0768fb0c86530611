"""Prints the steps a CPU second of complete random games of PettingZoo's ``go_v5``, 9x9."""

import random
import sys
import time
import warnings

warnings.simplefilter("ignore")

from pettingzoo.classic import go_v5  # noqa: E402


def play(env, rnd):
    """One game; the number of steps."""
    env.reset(seed=rnd.randrange(2**31))
    steps = 0
    for _ in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            env.step(None)
            continue
        mask = observation["action_mask"]
        env.step(rnd.choice([action for action, legal in enumerate(mask) if legal]))
        steps += 1
    return steps


def main(seconds):
    env, rnd = go_v5.env(board_size=9), random.Random(1)
    play(env, rnd)
    steps, started = 0, time.process_time()
    while time.process_time() - started < seconds:
        steps += play(env, rnd)
    print(steps / (time.process_time() - started))


main(float(sys.argv[1]))
