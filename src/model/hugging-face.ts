import type { ChatTemplate } from '../contracts/models/chat-template.ts'
import type { ModelConfig } from '../contracts/models/model-config.ts'
import { architectureOf } from './tensors/architecture.ts'
import type { SpecialIds } from './tokenizer/special-ids.ts'
import { vocabularyOf } from './tokenizer/vocabulary.ts'

/**
 * The small files in addition to the weights that let transformers' AutoModelForCausalLM and AutoTokenizer open the
 * folder: name and text of each.
 *
 * @param special go into both configs, and by their tokens into the tokenizer's.
 * @param texts a tokenizer.json, and the chat template that goes with it.
 */
export function huggingFaceFiles(
  config: ModelConfig,
  special: SpecialIds,
  { tokenizer, chat }: { readonly tokenizer?: string; readonly chat?: ChatTemplate },
): ReadonlyMap<string, string> {
  const { end, pad, begin } = special
  const { missing_ids, ...shape } = config
  /* A tokenizer says itself which ids it has. */
  const missing = tokenizer === undefined && missing_ids !== undefined ? { missing_ids } : {}
  const ids = { bos_token_id: begin, eos_token_id: end.length > 1 ? end : (end[0] ?? null), pad_token_id: pad }
  const files = new Map<string, string>([
    ['config.json', pretty({ ...kindOf(config), ...fixed, ...shape, ...missing, ...ids })],
    ['generation_config.json', pretty({ ...ids, do_sample: true })],
  ])
  if (tokenizer === undefined) return files
  if (chat !== undefined) files.set('chat_template.jinja', chat.source)
  return files.set('tokenizer.json', tokenizer).set(
    'tokenizer_config.json',
    pretty({
      tokenizer_class: 'PreTrainedTokenizerFast',
      model_max_length: config.max_position_embeddings,
      clean_up_tokenization_spaces: false,
      ...namesOf(special, vocabularyOf(tokenizer)),
      ...chat?.tokens,
    }),
  )
}

const kindOf = (config: ModelConfig) => ({
  architectures: [architectureOf(config).className],
  model_type: config.model_type ?? 'qwen2',
})

/** Fields that are the same for every model here. */
const fixed = {
  torch_dtype: 'float32',
  hidden_act: 'silu',
  attention_dropout: 0,
  initializer_range: 0.02,
  use_cache: true,
  use_sliding_window: false,
}

/** The tokens of the ids, by the names of tokenizer_config.json. */
function namesOf({ end, pad, begin }: SpecialIds, vocabulary: ReadonlyMap<string, number>): Record<string, string> {
  const tokens = new Map([...vocabulary].map(([token, id]) => [id, token]))
  const named = {
    unk_token: vocabulary.has('<unk>') ? '<unk>' : undefined,
    pad_token: tokens.get(pad ?? -1),
    eos_token: tokens.get(end[0] ?? -1),
    bos_token: tokens.get(begin ?? -1),
  }
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, token]) => (token === undefined ? [] : [[name, token]])),
  )
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2) + '\n'
}
