"""Log-probabilities and training steps of a Qwen2 model in PyTorch, as benches/engine asks for them."""

import sys

from measure import limit_torch, serve, timed

try:
    import torch
    import torch.nn.functional as F

    from qwen2 import Qwen2
except ImportError as error:
    serve({"missing": str(error)}, {})
    sys.exit()

limit_torch()
made = {}


def work_of(request, kind):
    """The call for a checkpoint, a batch and a way of running it; made once, for compiling takes long."""
    key = (kind, request["folder"], len(request["tokens"]), len(request["tokens"][0]), request["way"])
    if key not in made:
        made[key] = makers[kind](Qwen2(request["folder"]), torch.tensor(request["tokens"]), request["way"])
    return made[key]


def run_as(way, function):
    """As it stands, or compiled for this one shape; tuning the products besides brings nothing here."""
    return function if way == "eager" else torch.compile(function, dynamic=False)


def score(model, tokens, way):
    targets = tokens[:, 1:].reshape(-1)

    def logprobs():
        logits = model.logits(model(tokens)[:, :-1])
        return -F.cross_entropy(logits.reshape(-1, model.vocabulary), targets, reduction="none")

    run = run_as(way, logprobs)

    def call():
        with torch.inference_mode():
            return run()

    return call


def train(model, tokens, way):
    targets = tokens[:, 1:].reshape(-1)
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-4, weight_decay=0, fused=True)

    def loss():
        logits = model.logits(model(tokens)[:, :-1])
        return F.cross_entropy(logits.reshape(-1, model.vocabulary), targets)

    run = run_as(way, loss)

    def call():
        found = run()
        found.backward()
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        return found

    return call


makers = {"score": score, "train": train}
serve(
    {"torch": torch.__version__},
    {
        "score": lambda request: timed(work_of(request, "score"), request["seconds"]),
        "train": lambda request: timed(work_of(request, "train"), request["seconds"]),
        "logprobs": lambda request: {"logprobs": work_of(request, "score")().reshape(len(request["tokens"]), -1).tolist()},
    },
)
