"""Iterations of TRL's GRPOTrainer on a checkpoint, as `npm run bench:peers` asks for them."""

import os
import random
import statistics
import sys
import tempfile
import time

from measure import limit_torch, serve

try:
    import peft
    import torch
    import transformers
    import trl
    from datasets import Dataset
    from tokenizers import Tokenizer, models, pre_tokenizers
except ImportError as error:
    serve({"missing": str(error)}, {})
    sys.exit()

limit_torch()


class Clock(transformers.TrainerCallback):
    """Reads both clocks before the first iteration and after each: whenever all minibatches of a generation have been trained on."""

    def __init__(self, steps):
        self.steps, self.readings = steps, []

    def read(self):
        self.readings.append((time.perf_counter(), time.process_time()))

    def on_train_begin(self, args, state, control, **_):
        self.read()

    def on_step_end(self, args, state, control, **_):
        if state.global_step % self.steps == 0:
            self.read()


def words(vocabulary):
    """A tokenizer whose words are numbered, so that a text is exactly the ids that it was made of."""
    made = Tokenizer(models.WordLevel(vocab={f"<{index}>": index for index in range(vocabulary)}, unk_token="<0>"))
    made.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    return transformers.PreTrainedTokenizerFast(tokenizer_object=made, pad_token="<0>", eos_token="<2>", padding_side="left")


def even_share(completion_ids, **_):
    return [sum(token % 2 == 0 for token in ids) / len(ids) for ids in completion_ids]


def opened(folder):
    """The model; where it has an adapter, that alone is trained."""
    model = transformers.AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, attn_implementation="sdpa")
    adapter = os.path.join(folder, "adapter")
    return peft.PeftModel.from_pretrained(model, adapter, is_trainable=True) if os.path.isdir(adapter) else model


def iterate(request):
    """Median milliseconds of `iterations`, after those `uncounted`: of `prompts` × `group` answers, trained on in `parts` steps of the
    optimiser, `batch` answers at a time. `trained` parameters are."""
    model = opened(request["folder"])
    prompts, group, written, parts, batch = (request[name] for name in ("prompts", "group", "written", "parts", "batch"))
    iterations = request["uncounted"] + request["iterations"]
    answers = prompts * group
    draw = random.Random(7)
    text = lambda: " ".join(f"<{draw.randrange(3, model.config.vocab_size)}>" for _ in range(request["length"]))
    clock = Clock(parts)
    with tempfile.TemporaryDirectory() as folder:
        trainer = trl.GRPOTrainer(
            model=model,
            processing_class=words(model.config.vocab_size),
            train_dataset=Dataset.from_list([{"prompt": text()} for _ in range(prompts * iterations)]),
            reward_funcs=even_share,
            callbacks=[clock],
            args=trl.GRPOConfig(
                output_dir=folder, per_device_train_batch_size=batch, steps_per_generation=answers // batch,
                gradient_accumulation_steps=answers // batch // parts,
                num_generations=group, max_completion_length=written, generation_kwargs={"min_new_tokens": written},
                max_steps=parts * iterations, temperature=1.0, top_k=0, top_p=1.0, beta=0.0, epsilon=0.2, learning_rate=1e-4,
                lr_scheduler_type="constant", max_grad_norm=1.0, use_cpu=True, bf16=False, gradient_checkpointing=False,
                report_to=[], save_strategy="no", logging_strategy="no", disable_tqdm=True,
            ),
        )
        trained = sum(parameter.numel() for parameter in trainer.model.parameters() if parameter.requires_grad)
        assert trained == request["trained"], f"{trained} parameters are trained, not {request['trained']}"
        trainer.train()
    expected = answers * iterations * (request["length"] + written)
    assert trainer.state.num_input_tokens_seen == expected, f"{trainer.state.num_input_tokens_seen} tokens for {expected}"
    readings = clock.readings[request["uncounted"] :]
    spans = [[later - earlier for earlier, later in zip(*pair)] for pair in zip(readings, readings[1:])]
    wall, processor = (1000 * statistics.median(each) for each in zip(*spans))
    return {"ms": wall, "processor_ms": processor}


serve(
    {"trl": trl.__version__, "peft": peft.__version__, "transformers": transformers.__version__, "torch": torch.__version__},
    {"iterate": iterate},
)
