"""llama.cpp's own server, by the package `xllamacpp`: serves a GGUF file when asked, on a port of this machine, and times what it writes."""

import json
import random
import socket
import sys
import urllib.request

from measure import serve, timed

try:
    import importlib.metadata

    import xllamacpp
except ImportError as error:
    serve({"missing": str(error)}, {})
    sys.exit()

servers = []


def start(request):
    """Serves `file`. Unless `exact` is false, with keys and values in float32 and no flash attention: nothing of the model is rounded."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    params = xllamacpp.CommonParams()
    params.model.path = request["file"]
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_parallel = request["slots"]
    params.n_ctx = request["slots"] * request["context"]
    params.cpuparams.n_threads = request["threads"]
    params.cpuparams_batch.n_threads = request["threads"]
    params.warmup = False
    params.cache_prompt = request.get("cache", False)
    if request.get("exact", True):
        params.cache_type_k = params.cache_type_v = xllamacpp.ggml_type.GGML_TYPE_F32
        params.flash_attn_type = xllamacpp.llama_flash_attn_type.LLAMA_FLASH_ATTN_TYPE_DISABLED
    servers.append(xllamacpp.Server(params))
    return {"url": f"http://127.0.0.1:{port}"}


def write(request):
    """One call is a request of `group` answers of `written` tokens to each of `prompts` prompts of random ids. Drawn at temperature 1 from
    the whole vocabulary; a prompt is read once for its answers."""
    group, written = request["group"], request["written"]
    draw = random.Random(7)
    asked = {"n_cmpl": group, "n_predict": written, "ignore_eos": True, "return_tokens": True, "cache_prompt": False}
    neutral = {"samplers": ["temperature"], "temperature": 1.0, "top_k": 0, "top_p": 1.0, "min_p": 0.0, "seed": -1}

    def call():
        prompts = [[draw.randrange(3, request["vocabulary"]) for _ in range(request["length"])] for _ in range(request["prompts"])]
        body = json.dumps({"prompt": prompts, **asked, **neutral}).encode()
        posted = urllib.request.Request(f"{request['url']}/completion", body, {"content-type": "application/json"})
        with urllib.request.urlopen(posted) as response:
            found = json.load(response)
        sizes = [len(each["tokens"]) for each in found]
        assert sizes == [written] * (group * len(prompts)), f"answers of {sorted(set(sizes))} tokens, {len(sizes)} of them"

    return timed(call, request["seconds"], least=1, warm=False)


serve({"xllamacpp": importlib.metadata.version("xllamacpp")}, {"start": start, "write": write})
