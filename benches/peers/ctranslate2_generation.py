"""Generation by CTranslate2 from a checkpoint with a tokenizer, as `npm run bench:peers` asks for it."""

import os
import sys
import tempfile

from measure import serve, timed

try:
    import ctranslate2
    import transformers
    from ctranslate2.converters import TransformersConverter
except ImportError as error:
    serve({"missing": str(error)}, {})
    sys.exit()

opened = {}


def generator_of(folder):
    if folder not in opened:
        with tempfile.TemporaryDirectory() as parent:
            made = TransformersConverter(folder).convert(os.path.join(parent, "model"))
            threads = int(os.environ["OMP_NUM_THREADS"])
            opened[folder] = ctranslate2.Generator(made, device="cpu", inter_threads=1, intra_threads=threads, compute_type="float32")
    return opened[folder]


def generate(request):
    generator = generator_of(request["folder"])
    tokenizer = transformers.AutoTokenizer.from_pretrained(request["folder"])
    prompts = [tokenizer.convert_ids_to_tokens(ids) for ids in request["tokens"]]
    new = request["new"]

    def call():
        found = generator.generate_batch(
            prompts, max_length=new, min_length=new, sampling_topk=0, sampling_temperature=1.0, include_prompt_in_result=False
        )
        assert all(len(each.sequences_ids[0]) == new for each in found), "a text of another length"

    return timed(call, request["seconds"])


serve({"ctranslate2": ctranslate2.__version__}, {"generate": generate})
