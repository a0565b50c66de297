"""Steps of CartPole-v1 with a network that draws the actions, or with none, in Gymnasium and Stable-Baselines3."""

import sys

from measure import limit_torch, serve, timed

try:
    import gymnasium
    import numpy
    import stable_baselines3
    import torch
    from stable_baselines3.common.vec_env import DummyVecEnv
except ImportError as error:
    serve({"missing": str(error)}, {})
    sys.exit()

limit_torch()
name = "CartPole-v1"


class Gymnasium:
    """A vector environment of Gymnasium's own: in numpy, or one world after the other."""

    def __init__(self, worlds, mode):
        self.worlds = gymnasium.make_vec(name, num_envs=worlds, vectorization_mode=mode)
        self.observations, _ = self.worlds.reset(seed=1)

    def step(self, actions):
        self.observations = self.worlds.step(actions)[0]


class StableBaselines:
    def __init__(self, worlds, _):
        self.worlds = DummyVecEnv([lambda: gymnasium.make(name) for _ in range(worlds)])
        self.observations = self.worlds.reset()

    def step(self, actions):
        self.observations = self.worlds.step(actions)[0]


ways = {
    "numpy": (Gymnasium, "vector_entry_point"),
    "sync": (Gymnasium, "sync"),
    "dummy": (StableBaselines, None),
}
made = {}


def network(hidden):
    sizes = [4, *hidden, 2]
    layers = [torch.nn.Linear(*pair) for pair in zip(sizes, sizes[1:])]
    return torch.nn.Sequential(*[part for layer in layers for part in (layer, torch.nn.Tanh())][:-1])


def steps(request):
    """One call is `calls` steps of all worlds. Without `hidden` the actions are drawn alike."""
    worlds = request["worlds"]
    make, mode = ways[request["way"]]
    key = (request["way"], worlds)
    if key not in made:
        made[key] = make(worlds, mode)
    running = made[key]
    draw = numpy.random.default_rng(1)
    policy = network(request["hidden"]) if request["hidden"] else None

    def choose():
        if policy is None:
            return draw.integers(2, size=worlds)
        with torch.inference_mode():
            shares = torch.softmax(policy(torch.as_tensor(running.observations, dtype=torch.float32)), dim=-1)
            return torch.multinomial(shares, 1)[:, 0].numpy()

    def call():
        for _ in range(request["calls"]):
            running.step(choose())

    return timed(call, request["seconds"])


serve(
    {"gymnasium": gymnasium.__version__, "stable-baselines3": stable_baselines3.__version__, "torch": torch.__version__},
    {"steps": steps},
)
