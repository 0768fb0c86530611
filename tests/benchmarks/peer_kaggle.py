"""Prints the steps a CPU second of kaggle-environments' ``connectx``, two random agents."""

import random
import sys
import time

from kaggle_environments import make


def agent(observation, configuration):
    open_columns = [c for c in range(configuration.columns) if observation.board[c] == 0]
    return random.choice(open_columns)


def play():
    """One game; the number of steps, one agent each."""
    return len(make("connectx").run([agent, agent])) - 1


def main(seconds):
    play()
    steps, started = 0, time.process_time()
    while time.process_time() - started < seconds:
        steps += play()
    print(steps / (time.process_time() - started))


main(float(sys.argv[1]))
