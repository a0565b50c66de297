"""Training steps of an ensemble of critics in PyTorch, its members as one batched product, as benches/beside/critics.ts asks for them."""

import sys

from measure import limit_torch, serve, timed

try:
    import torch
    import torch.nn.functional as F
except ImportError as error:
    serve({"missing": str(error)}, {})
    sys.exit()

limit_torch()
made = {}


class Critics:
    """Weights [members, inputs, outputs] and vectors [members, outputs] by the names of our safetensors files."""

    def __init__(self, request):
        self.weights = {
            name: torch.tensor(given["data"], dtype=torch.float32).reshape(given["shape"]).requires_grad_()
            for name, given in request["weights"].items()
        }
        self.rows = torch.tensor(request["rows"], dtype=torch.float32).reshape(request["count"], -1)
        self.targets = torch.tensor(request["targets"], dtype=torch.float32)
        self.layers = sum(name.endswith(".weight") for name in self.weights)
        self.optimiser = torch.optim.AdamW(self.weights.values(), lr=request["rate"], weight_decay=0, fused=True)

    def outputs(self):
        members = self.weights["layers.0.weight"].shape[0]
        x = self.rows.expand(members, -1, -1)
        for layer in range(self.layers):
            vector = lambda name: self.weights[f"layers.{layer}.{name}"].unsqueeze(1)
            x = torch.baddbmm(vector("bias"), x, self.weights[f"layers.{layer}.weight"])
            if layer == self.layers - 1:
                return x.squeeze(-1)
            if f"layers.{layer}.scale" in self.weights:
                x = F.layer_norm(x, x.shape[-1:]) * vector("scale") + vector("shift")
            x = F.relu(x)

    def step(self):
        loss = ((self.outputs() - self.targets) ** 2).mean(1).sum()
        loss.backward()
        self.optimiser.step()
        self.optimiser.zero_grad(set_to_none=True)


def begin(request):
    made[request["name"]] = Critics(request)
    return {}


def check(request):
    """The outputs, row by row, after some steps."""
    critics = made[request["name"]]
    for _ in range(request["steps"]):
        critics.step()
    with torch.no_grad():
        return {"outputs": critics.outputs().T.flatten().tolist()}


serve(
    {"torch": torch.__version__},
    {
        "begin": begin,
        "check": check,
        "step": lambda request: timed(made[request["name"]].step, request["seconds"]),
    },
)
