"""SAC on Pendulum-v1 in Stable-Baselines3: steps of worlds by its policy, gradient steps, and both in turn, as benches/beside/sac.ts asks."""

import sys

from measure import limit_torch, serve, timed

try:
    import gymnasium
    import stable_baselines3
    import torch
    from stable_baselines3 import SAC
    from stable_baselines3.common.env_util import make_vec_env
except ImportError as error:
    serve({"missing": str(error)}, {})
    sys.exit()

limit_torch()
made = {}


def begin(request):
    """As many gradient steps as steps of worlds, after `steps` of each world."""
    worlds, filled = request["worlds"], request["filled"]
    model = SAC(
        "MlpPolicy",
        make_vec_env("Pendulum-v1", n_envs=worlds),
        learning_rate=request["rate"],
        gamma=request["discount"],
        buffer_size=request["capacity"],
        batch_size=request["batch"],
        learning_starts=filled,
        train_freq=(request["steps"], "step"),
        gradient_steps=-1,
        policy_kwargs={"net_arch": request["hidden"]},
        device="cpu",
    )
    model.learn(filled)
    model.learning_starts = 0
    made[worlds] = model
    return {}


def play(request):
    """One call is `steps` steps of all worlds, whose actions are drawn."""
    model = made[request["worlds"]]
    worlds = model.get_env()
    seen = [worlds.reset()]

    def call():
        for _ in range(request["steps"]):
            seen[0] = worlds.step(model.predict(seen[0], deterministic=False)[0])[0]

    return timed(call, request["seconds"])


def update(request):
    """One call is `updates` gradient steps."""
    model = made[request["worlds"]]
    return timed(lambda: model.train(request["updates"], request["batch"]), request["seconds"])


def loop(request):
    """One call is `steps` steps of all worlds, and as many gradient steps as there are steps of worlds."""
    model = made[request["worlds"]]
    count = request["steps"] * request["worlds"]
    return timed(lambda: model.learn(count, reset_num_timesteps=False), request["seconds"])


serve(
    {"gymnasium": gymnasium.__version__, "stable-baselines3": stable_baselines3.__version__, "torch": torch.__version__},
    {"begin": begin, "play": play, "update": update, "loop": loop},
)
