"""Records steps of Gymnasium's Pendulum-v1 and MountainCarContinuous-v0: states before and after, observations and rewards.

    pip install gymnasium && python3 scripts/record-gymnasium.py > test/fixtures/gymnasium.json
"""
import json
import math

import gymnasium
import numpy

LENGTHS = {"Pendulum-v1": 80, "MountainCarContinuous-v0": 200}


def action_of(name, observation, random):
    """Mostly at random; else along the speed, which gets the car up its hill."""
    if name.startswith("Mountain"):
        return math.copysign(1.0, observation[1]) if random.random() < 0.9 else random.uniform(-1, 1)
    return random.uniform(-2, 2) if random.random() < 0.5 else 2.0


def episode(name, seed):
    world = gymnasium.make(name)
    random = numpy.random.default_rng(seed)
    observation, _ = world.reset(seed=seed)
    start = {"state": [float(value) for value in world.unwrapped.state], "observation": observation.tolist()}
    steps = []
    for _ in range(LENGTHS[name]):
        action = numpy.array([action_of(name, observation, random)], dtype=numpy.float32)
        observation, reward, terminated, truncated, _ = world.step(action)
        steps.append(
            {
                "action": float(action[0]),
                "state": [float(value) for value in world.unwrapped.state],
                "observation": observation.tolist(),
                "reward": float(reward),
                "ending": "terminal" if terminated else "truncated" if truncated else None,
            }
        )
        if terminated or truncated:
            break
    return {"start": start, "steps": steps}


episodes = {name: [episode(name, seed) for seed in (1, 2)] for name in LENGTHS}
print(json.dumps({"gymnasium": gymnasium.__version__, "episodes": episodes}))
