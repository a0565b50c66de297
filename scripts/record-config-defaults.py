"""Records what transformers takes for keys that a config.json leaves out, by class; PyTorch is not needed.

    pip install transformers && python3 scripts/record-config-defaults.py > test/fixtures/architectures/defaults.json
"""
import json

import transformers
from transformers import LlamaConfig, Qwen2Config, Qwen3Config, SmolLM3Config

KEYS = """vocab_size hidden_size intermediate_size num_hidden_layers num_attention_heads num_key_value_heads head_dim
max_position_embeddings rms_norm_eps tie_word_embeddings bos_token_id eos_token_id pad_token_id""".split()
FEW = {"hidden_size": 64, "num_attention_heads": 4}
GIVEN = [
    {},
    FEW,
    {**FEW, "num_key_value_heads": None},
    {"rope_scaling": {"rope_type": "default", "rope_theta": 5.0}, "rope_theta": 7.0},
    {"rope_scaling": {"type": "default"}, "rope_theta": 8.0},
    {"rope_scaling": {}, "rope_parameters": {"rope_type": "default", "rope_theta": 6.0}},
    {"rope_scaling": None, "rope_theta": 9.0},
]


def taken(config_class, given):
    config = config_class(**json.loads(json.dumps(given))).to_dict()
    found = {key: config[key] for key in KEYS if config.get(key) is not None}
    return {**found, "rope_theta": config["rope_parameters"]["rope_theta"]}


classes = {
    each.model_type: [{"given": given, "taken": taken(each, given)} for given in GIVEN]
    for each in (Qwen2Config, Qwen3Config, LlamaConfig, SmolLM3Config)
}
print(json.dumps({"transformers": transformers.__version__, "classes": classes}, indent=2))
