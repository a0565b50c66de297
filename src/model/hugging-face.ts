import { z } from 'zod'
import type { ModelConfig } from './config.ts'

/**
 * The small files beside the weights that let transformers' AutoModelForCausalLM and AutoTokenizer open the folder:
 * name and text of each.
 *
 * @param tokenizer the text of a tokenizer.json; its ids for `<pad>` and `<end>` go into the configs.
 */
export function huggingFaceFiles(config: ModelConfig, tokenizer?: string): ReadonlyMap<string, string> {
  const special = (token: string) => (tokenizer === undefined ? null : (tokenId(tokenizer, token) ?? null))
  const ids = { bos_token_id: null, eos_token_id: special('<end>'), pad_token_id: special('<pad>') }
  const files = new Map<string, string>([
    ['config.json', pretty({ ...fixed, ...config, ...ids })],
    ['generation_config.json', pretty({ ...ids, do_sample: true })],
  ])
  if (tokenizer === undefined) return files
  const names = { unk_token: '<unk>', pad_token: '<pad>', eos_token: '<end>' }
  return files.set('tokenizer.json', tokenizer).set(
    'tokenizer_config.json',
    pretty({
      tokenizer_class: 'PreTrainedTokenizerFast',
      model_max_length: config.max_position_embeddings,
      clean_up_tokenization_spaces: false,
      ...Object.fromEntries(Object.entries(names).filter(([, token]) => special(token) !== null)),
    }),
  )
}

/** What is the same for every model here. */
const fixed = {
  architectures: ['Qwen2ForCausalLM'],
  model_type: 'qwen2',
  torch_dtype: 'float32',
  hidden_act: 'silu',
  attention_dropout: 0,
  initializer_range: 0.02,
  use_cache: true,
  use_sliding_window: false,
}

const vocabulary = z.object({ model: z.object({ vocab: z.record(z.string(), z.int()) }) })

function tokenId(tokenizer: string, token: string): number | undefined {
  const { vocab } = vocabulary.parse(JSON.parse(tokenizer)).model
  return Object.hasOwn(vocab, token) ? vocab[token] : undefined
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2) + '\n'
}
