"""Generation from a Qwen2 model with a cache: Hugging Face's `generate`, and a plain PyTorch loop."""

import sys

from measure import limit_torch, serve, timed

try:
    import torch

    from qwen2 import Qwen2
except ImportError as error:
    serve({"missing": str(error)}, {})
    sys.exit()

try:
    import transformers
except ImportError:
    transformers = None

limit_torch()
made = {}


def work_of(request):
    key = (request["folder"], len(request["tokens"]), len(request["tokens"][0]), request["new"], request["way"])
    if key not in made:
        make = plain if request["way"] == "loop" else generate
        made[key] = make(request["folder"], torch.tensor(request["tokens"]), request["new"], request["way"])
    return made[key]


def generate(folder, tokens, new, way):
    """With a dynamic cache, a static one, or a static one and compiled, which transformers does on GPUs unasked."""
    if transformers is None:
        raise ImportError("transformers is not installed")
    model = transformers.AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, attn_implementation="sdpa").eval()
    compiling = transformers.CompileConfig(fullgraph=False, mode="default")
    compiling._compile_all_devices = True
    settings = transformers.GenerationConfig(
        do_sample=True,
        temperature=1.0,
        top_k=0,
        top_p=1.0,
        max_new_tokens=new,
        min_new_tokens=None,
        eos_token_id=None,
        pad_token_id=0,
        use_cache=True,
        **({} if way == "dynamic" else {"cache_implementation": "static"}),
        **({"compile_config": compiling} if way == "compiled" else {}),
    )
    model.generation_config = settings
    mask = torch.ones_like(tokens)

    def call():
        with torch.inference_mode():
            result = model.generate(tokens, attention_mask=mask, generation_config=settings)
        assert result.shape == (tokens.shape[0], tokens.shape[1] + new), f"generated {tuple(result.shape)}"

    return call


def plain(folder, tokens, new, _):
    model = Qwen2(folder).eval()
    batch, length = tokens.shape

    def call():
        with torch.inference_mode():
            cache = model.cache(batch, length + new)
            hidden = model(tokens, cache)
            found = []
            for step in range(new):
                shares = torch.softmax(model.logits(hidden[:, -1]), dim=-1)
                drawn = torch.multinomial(shares, 1)
                found.append(drawn)
                if step + 1 < new:
                    hidden = model(drawn, cache, length + step)
            return torch.cat(found, dim=1)

    return call


serve(
    {"torch": torch.__version__, "transformers": transformers and transformers.__version__},
    {"generate": lambda request: timed(work_of(request), request["seconds"])},
)
