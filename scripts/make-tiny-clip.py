"""Makes test/fixtures/clip: a random CLIP of a few thousand weights in ONNX form, and what transformers says of texts and pictures by it.

Needs torch, transformers, numpy and Pillow; made with torch 1.13, transformers 4.36. `python scripts/make-tiny-clip.py test/fixtures/clip`
"""

import json
import sys
from pathlib import Path

import numpy
import torch
from PIL import Image
from transformers import (
    CLIPConfig,
    CLIPImageProcessor,
    CLIPModel,
    CLIPTextConfig,
    CLIPTextModelWithProjection,
    CLIPTokenizerFast,
    CLIPVisionConfig,
    CLIPVisionModelWithProjection,
)
from transformers.models.clip.tokenization_clip import bytes_to_unicode

folder = Path(sys.argv[1])
(folder / "onnx").mkdir(parents=True, exist_ok=True)

letters = list(bytes_to_unicode().values())
merges = ["t h", "th e</w>", "r o", "a d</w>", "ro ad</w>", "c a", "ca r"]
vocab = [*letters, *[letter + "</w>" for letter in letters], *[merge.replace(" ", "") for merge in merges]]
vocab += ["<|startoftext|>", "<|endoftext|>"]
(folder / "vocab.json").write_text(json.dumps({token: place for place, token in enumerate(vocab)}))
(folder / "merges.txt").write_text("#version: 0.2\n" + "\n".join(merges) + "\n")
tokenizer = CLIPTokenizerFast(str(folder / "vocab.json"), str(folder / "merges.txt"))
tokens = json.loads(tokenizer.backend_tokenizer.to_str())
(folder / "tokenizer.json").write_text(json.dumps(tokens, ensure_ascii=False, separators=(",", ":")))
(folder / "vocab.json").unlink()
(folder / "merges.txt").unlink()

torch.manual_seed(1)
shared = dict(hidden_size=8, intermediate_size=12, num_hidden_layers=1, num_attention_heads=2)
last = len(vocab) - 1
text_config = CLIPTextConfig(
    vocab_size=len(vocab), max_position_embeddings=77, bos_token_id=last - 1, eos_token_id=last, pad_token_id=last, **shared
)
vision_config = CLIPVisionConfig(image_size=16, patch_size=8, **shared)
config = CLIPConfig.from_text_vision_configs(text_config, vision_config, projection_dim=8)
config.text_config.projection_dim = config.vision_config.projection_dim = 8
model = CLIPModel(config).eval()
for weight in model.parameters():
    torch.nn.init.normal_(weight, std=0.3)
text = CLIPTextModelWithProjection(config.text_config).eval()
vision = CLIPVisionModelWithProjection(config.vision_config).eval()
text.load_state_dict(model.state_dict(), strict=False)
vision.load_state_dict(model.state_dict(), strict=False)

processor = CLIPImageProcessor(
    size={"shortest_edge": 16}, crop_size={"height": 16, "width": 16}, image_mean=[0.48, 0.46, 0.41], image_std=[0.27, 0.26, 0.28]
)
processor.save_pretrained(folder)


class Outputs(torch.nn.Module):
    """The embeddings alone."""

    def __init__(self, inner, name):
        super().__init__()
        self.inner, self.name = inner, name

    def forward(self, value):
        return self.inner(value)[self.name]


sequence = {0: "batch_size", 1: "sequence_length"}
torch.onnx.export(
    Outputs(text, "text_embeds"),
    (tokenizer(["the car"], return_tensors="pt")["input_ids"],),
    str(folder / "onnx/text_model.onnx"),
    input_names=["input_ids"],
    output_names=["text_embeds"],
    dynamic_axes={"input_ids": sequence, "text_embeds": {0: "batch_size"}},
    opset_version=14,
)
torch.onnx.export(
    Outputs(vision, "image_embeds"),
    (torch.zeros(2, 3, 16, 16),),
    str(folder / "onnx/vision_model.onnx"),
    input_names=["pixel_values"],
    output_names=["image_embeds"],
    dynamic_axes={"pixel_values": {0: "batch_size"}, "image_embeds": {0: "batch_size"}},
    opset_version=14,
)

texts = ["The road is clear with no car accidents", "Two cars have collided with each other on the road", "Ünüsual, 7 'tis!"]
random = numpy.random.default_rng(1)


def picture(height, width):
    """Squares of 3 pixels in random colours."""
    coarse = random.integers(0, 256, (-(-height // 3), -(-width // 3), 3), dtype=numpy.uint8)
    return coarse.repeat(3, 0).repeat(3, 1)[:height, :width]


recorded = {"texts": [], "pictures": []}
with torch.no_grad():
    for words in texts:
        ids = tokenizer([words], return_tensors="pt")["input_ids"]
        recorded["texts"].append({"text": words, "ids": ids[0].tolist(), "embedding": text(ids)["text_embeds"][0].tolist()})
    for height, width in [(24, 16), (9, 12), (40, 30)]:
        pixels = picture(height, width)
        values = processor(Image.fromarray(pixels), return_tensors="pt")["pixel_values"]
        recorded["pictures"].append(
            {
                "height": height,
                "width": width,
                "pixels": pixels.flatten().tolist(),
                "values": [round(value, 4) for value in values.flatten().tolist()],
                "embedding": vision(values)["image_embeds"][0].tolist(),
            }
        )
(folder / "recorded.json").write_text(json.dumps(recorded, ensure_ascii=False) + "\n")
