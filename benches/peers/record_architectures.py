"""Makes test/fixtures/architectures: random models of transformers' by their model_type, one with an adapter of PEFT's, and what they give.

Usage: python3 benches/peers/record_architectures.py test/fixtures/architectures
"""

import json
import math
import os
import shutil
import sys

import torch
import transformers

import adapters
import checkpoint

# No pad_token_id: PyTorch gives the embedding of one no gradient.
config = {
    "vocab_size": 31,
    "hidden_size": 16,
    "intermediate_size": 20,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 64,
    "rms_norm_eps": 1e-5,
    "bos_token_id": 1,
    "eos_token_id": 2,
}
models = {
    "qwen3": {**config, "model_type": "qwen3", "head_dim": 6, "tie_word_embeddings": True, "rope_theta": 1e6},
    "llama": {**config, "model_type": "llama", "tie_word_embeddings": False, "rope_theta": 5e5},
}
models["smollm3"] = {**config, "model_type": "smollm3", "pad_token_id": None, "num_hidden_layers": 4, "no_rope_layer_interval": 2, "tie_word_embeddings": True, "rope_theta": 2e6}
lora = {"r": 3, "lora_alpha": 5, "target_modules": ["q_proj", "v_proj", "o_proj", "gate_proj", "down_proj"]}
models["adapted"] = {**models["qwen3"], "tie_word_embeddings": False}
whole = ["model.layers.0.self_attn.q_proj.weight", "model.layers.0.self_attn.q_norm.weight", "model.layers.1.self_attn.k_norm.weight", "model.layers.0.mlp.down_proj.lora_A.weight"]

folder = sys.argv[1]
recorded = {"torch": torch.__version__, "transformers": transformers.__version__, "models": {}}
for name, settings in models.items():
    place = os.path.join(folder, name)
    shutil.rmtree(place, ignore_errors=True)
    kind = adapters if name == "adapted" else checkpoint
    kind.make({"seed": 7, "folder": place, "config": settings, "dtype": "float32", "lora": lora})
    generator = torch.Generator().manual_seed(11)
    sequences = [torch.randint(config["vocab_size"], (length,), generator=generator).tolist() for length in (19, 7)]
    found = kind.gradients({"folder": place, "sequence": sequences[0]})["gradients"]
    recorded["models"][name] = {
        "sequences": sequences,
        "logprobs": kind.logprobs({"folder": place, "sequences": sequences})["logprobs"],
        "norms": {tensor: math.hypot(*values) for tensor, values in found.items()},
        "gradients": {tensor: found[tensor] for tensor in whole if tensor in found},
    }
with open(os.path.join(folder, "recorded.json"), "w") as file:
    json.dump(recorded, file)
