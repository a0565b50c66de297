"""Makes test/fixtures/qwen2: random Qwen2 models of transformers', and what transformers says of them.

Usage: python3 benches/peers/record.py test/fixtures/qwen2
"""

import json
import os
import shutil
import sys

import torch
import transformers

from checkpoint import logprobs, make, tokenise

config = {
    "vocab_size": 306,
    "hidden_size": 16,
    "intermediate_size": 24,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 64,
    "rms_norm_eps": 1e-5,
}
models = {
    "sharded": {
        "config": {
            **config,
            "rope_parameters": {"rope_type": "default", "rope_theta": 1e6},
            "eos_token_id": [301, 0],
            "pad_token_id": 0,
        },
        "dtype": "bfloat16",
        "shard_size": "10KB",
        "tokens": 300,
    },
    "tied": {
        "config": {**config, "tie_word_embeddings": True, "head_dim": 6, "rope_theta": 5000.0, "num_key_value_heads": 4},
        "dtype": "float32",
    },
}
texts = [
    "def make(request):\n    return {\"files\": 12345}",
    "It's nice; IT'S NOT, they'll say…  ",
    "Grüße, Ångström, naïve café: 東京 😀👍🏽\u200d\u00a0\tend\r\n\r\n",
    "<|im_start|>user\nHello<|im_end|>\n<|endoftext|>",
    "e\u0301 is one sign",
    "",
]

folder = sys.argv[1]
for name in models:
    shutil.rmtree(os.path.join(folder, name), ignore_errors=True)
recorded = {"torch": torch.__version__, "transformers": transformers.__version__, "models": {}}
for name, settings in models.items():
    place = os.path.join(folder, name)
    make({"seed": 7, "folder": place, **settings})
    generator = torch.Generator().manual_seed(11)
    sequences = [torch.randint(config["vocab_size"], (length,), generator=generator).tolist() for length in (19, 7)]
    recorded["models"][name] = {"sequences": sequences, **logprobs({"folder": place, "sequences": sequences})}
recorded["texts"] = {"texts": texts, **tokenise({"folder": os.path.join(folder, "sharded"), "loader": "AutoTokenizer", "texts": texts})}
with open(os.path.join(folder, "recorded.json"), "w") as file:
    json.dump(recorded, file)
