"""A decoder of the Qwen2 kind in plain PyTorch, with the fastest operations that it has on a processor."""

import json
import os
import struct

import torch
import torch.nn.functional as F


def read_checkpoint(folder):
    """The config and the float32 tensors of a checkpoint, without further packages."""
    with open(os.path.join(folder, "config.json")) as file:
        config = json.load(file)
    with open(os.path.join(folder, "model.safetensors"), "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        body = bytearray(file.read())
    tensors = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        start, end = entry["data_offsets"]
        flat = torch.frombuffer(body, dtype=torch.float32, count=(end - start) // 4, offset=start)
        tensors[name] = flat.reshape(entry["shape"]).clone()
    return config, tensors


class Qwen2(torch.nn.Module):
    def __init__(self, folder):
        super().__init__()
        config, tensors = read_checkpoint(folder)
        self.layers = config["num_hidden_layers"]
        self.heads = config["num_attention_heads"]
        self.key_heads = config["num_key_value_heads"]
        self.size = config["hidden_size"] // self.heads
        self.width = config["hidden_size"]
        self.epsilon = config["rms_norm_eps"]
        self.tied = config["tie_word_embeddings"]
        self.vocabulary = config["vocab_size"]
        self.weights = torch.nn.ParameterDict(
            {name.replace(".", "_"): torch.nn.Parameter(tensor) for name, tensor in tensors.items()}
        )
        positions = torch.arange(config["max_position_embeddings"], dtype=torch.float32)
        rates = config["rope_theta"] ** (-torch.arange(0, self.size, 2, dtype=torch.float32) / self.size)
        angles = torch.outer(positions, rates).repeat(1, 2)
        self.register_buffer("cos", angles.cos())
        self.register_buffer("sin", angles.sin())

    def weight(self, name):
        return self.weights[name.replace(".", "_")]

    def cache(self, batch, length):
        """Keys and values of every layer, [2, layers, batch, key heads, length, size], overwritten in place."""
        return torch.zeros(2, self.layers, batch, self.key_heads, length, self.size)

    def forward(self, ids, cache=None, start=0):
        """Hidden states [batch, length, width] of ids [batch, length]; with a cache, of what follows its first `start`."""
        end = start + ids.shape[1]
        x = F.embedding(ids, self.weight("model.embed_tokens.weight"))
        for layer in range(self.layers):
            x = x + self.attention(layer, self.norm(x, f"model.layers.{layer}.input_layernorm.weight"), cache, start, end)
            inner = self.norm(x, f"model.layers.{layer}.post_attention_layernorm.weight")
            gate, up = (F.linear(inner, self.weight(f"model.layers.{layer}.mlp.{part}_proj.weight")) for part in ("gate", "up"))
            x = x + F.linear(F.silu(gate) * up, self.weight(f"model.layers.{layer}.mlp.down_proj.weight"))
        return self.norm(x, "model.norm.weight")

    def logits(self, hidden):
        return F.linear(hidden, self.weight("model.embed_tokens.weight" if self.tied else "lm_head.weight"))

    def norm(self, x, name):
        return F.rms_norm(x, (self.width,), self.weight(name), self.epsilon)

    def attention(self, layer, x, cache, start, end):
        batch, length, _ = x.shape

        def project(part, heads):
            name = f"model.layers.{layer}.self_attn.{part}_proj"
            return F.linear(x, self.weight(f"{name}.weight"), self.weight(f"{name}.bias")).view(batch, length, heads, self.size).transpose(1, 2)

        q = self.rotate(project("q", self.heads), start, end)
        k = self.rotate(project("k", self.key_heads), start, end)
        v = project("v", self.key_heads)
        if cache is not None:
            cache[0, layer, :, :, start:end] = k
            cache[1, layer, :, :, start:end] = v
            k, v = cache[0, layer, :, :, :end], cache[1, layer, :, :, :end]
        shared = self.heads != self.key_heads
        mixed = F.scaled_dot_product_attention(q, k, v, is_causal=length > 1, enable_gqa=shared)
        return F.linear(mixed.transpose(1, 2).reshape(batch, length, -1), self.weight(f"model.layers.{layer}.self_attn.o_proj.weight"))

    def rotate(self, x, start, end):
        first, second = x.chunk(2, dim=-1)
        return x * self.cos[start:end] + torch.cat((-second, first), dim=-1) * self.sin[start:end]
