"""Writes a data set of Minari's form: episodes whose observations are numbers, or a dictionary of such.

    pip install "minari[all]" && python3 scripts/record-minari.py FOLDER
"""
import os
import shutil
import sys

FOLDER = os.path.abspath(sys.argv[1])
os.environ["MINARI_DATASETS_PATH"] = os.path.join(FOLDER, "sets")

import minari  # noqa: E402
import numpy  # noqa: E402
from gymnasium import spaces  # noqa: E402
from minari.data_collector import EpisodeBuffer  # noqa: E402

ACTIONS = spaces.Box(-1, 1, (2,), numpy.float32)
BOX = spaces.Box(-100, 100, (3,), numpy.float64)
DICTIONARY = spaces.Dict({"observation": BOX, "desired_goal": spaces.Box(-9, 9, (2,), numpy.float64)})


def episode(number, steps, terminal, observe):
    rows = [observe(number, step) for step in range(steps + 1)]
    seen = {name: [row[name] for row in rows] for name in rows[0]} if isinstance(rows[0], dict) else rows
    ends = [step == steps - 1 for step in range(steps)]
    return EpisodeBuffer(
        id=number,
        observations=seen,
        actions=[numpy.array([step / 8, -number / 16], numpy.float32) for step in range(steps)],
        rewards=[step - 0.5 for step in range(steps)],
        terminations=[end and terminal for end in ends],
        truncations=[end and not terminal for end in ends],
        infos={},
    )


def plain(number, step):
    return numpy.array([number, step, number * step], numpy.float64)


def named(number, step):
    return {"observation": plain(number, step), "desired_goal": numpy.array([number, -step], numpy.float64)}


for name, observe, space in (("plain", plain, BOX), ("dictionary", named, DICTIONARY)):
    buffer = [episode(number, 2 + number, number % 2 == 0, observe) for number in range(11)]
    data = minari.create_dataset_from_buffers(
        f"tiny/{name}-v0", buffer, observation_space=space, action_space=ACTIONS, data_format="hdf5"
    )
    path = os.path.join(os.environ["MINARI_DATASETS_PATH"], f"tiny/{name}-v0", "data", "main_data.hdf5")
    shutil.copy(path, os.path.join(FOLDER, f"{name}.hdf5"))
print("null")
