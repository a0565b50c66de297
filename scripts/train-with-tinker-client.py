"""Trains a model of a Tinker server with the real client, and prints what it saw as one JSON object.

Usage: TINKER_API_KEY=KEY train-with-tinker-client.py URL BASE_MODEL STEPS
"""
import json
import sys

import tinker
from tinker import types

url, base_model, steps = sys.argv[1], sys.argv[2], int(sys.argv[3])
service = tinker.ServiceClient(base_url=url)
supported = [model.model_name for model in service.get_server_capabilities().supported_models]
training = service.create_lora_training_client(base_model=base_model, rank=8).result()

text = [3, 1, 4, 1, 5, 9, 2, 6]
datum = types.Datum(
    model_input=types.ModelInput.from_ints(text[:-1]),
    loss_fn_inputs={
        "target_tokens": types.TensorData(data=text[1:], dtype="int64", shape=[7]),
        "weights": types.TensorData(data=[1.0] * 7, dtype="float32", shape=[7]),
    },
)


def logprobs(client):
    output = client.forward([datum], "cross_entropy").result()
    return list(output.loss_fn_outputs[0]["logprobs"].data)


before = logprobs(training)
losses = []
for _ in range(steps):
    gradients = training.forward_backward([datum], "cross_entropy")
    update = training.optim_step(types.AdamParams(learning_rate=1e-2))
    losses.append(-sum(list(gradients.result().loss_fn_outputs[0]["logprobs"].data)))
    update.result()
after = logprobs(training)

sampling = training.save_weights_and_get_sampling_client().result()
params = types.SamplingParams(max_tokens=5, temperature=0.0, seed=1)
prompt = types.ModelInput.from_ints(text[:2])
sampled = sampling.sample(prompt=prompt, num_samples=2, sampling_params=params).result()

path = training.save_state("kept").result().path
again = service.create_training_client_from_state_with_optimizer(path).result()

print(
    json.dumps(
        {
            "version": tinker.__version__,
            "supported": supported,
            "before": [float(x) for x in before],
            "after": [float(x) for x in after],
            "again": [float(x) for x in logprobs(again)],
            "losses": [float(x) for x in losses],
            "samples": [[int(x) for x in sequence.tokens] for sequence in sampled.sequences],
            "sampled": [[float(x) for x in sequence.logprobs] for sequence in sampled.sequences],
            "path": path,
        }
    )
)
