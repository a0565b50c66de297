/** Memory and disk of a model. Pure. */
import { loraTargets, type ModelConfig } from '../../contracts/models/model-config.ts'
import { groupBytes, maxPageBytes, pageLength } from '../../engine/local/cache/pages.ts'
import { modelBytes } from '../../model/tensors/memory.ts'
import { headSize, parameterCount, trainedShapes } from '../../model/tensors/tensors.ts'
import { amount, atMost } from '../counts/amount.ts'
import type { Amount, ModelSize } from '../counts/forecast.ts'

interface HeldContexts {
  /** At once, and the tokens of each. */
  readonly contexts: Amount
  readonly tokens: Amount
}

/** float32. */
const weightBytes = 4
/** bfloat16 or float16, as services keep base models. */
const halfBytes = 2

/**
 * A model that is computed here.
 *
 * @param replicas copies of its weights.
 * @param pages whether keys and values are kept between turns.
 */
export function sizeHere(
  config: ModelConfig,
  { replicas, pages, contexts, tokens }: HeldContexts & { readonly replicas: number; readonly pages: boolean },
): ModelSize {
  const parameters = parameterCount(config)
  const trained = parameterCount(config, trainedShapes)
  const each = (length: number): number => Math.ceil(length / pageLength) * groupBytes(config)
  const cache = amount(contexts.about * each(tokens.about), contexts.most * each(tokens.most))
  return {
    parameters,
    trained,
    bytes: modelBytes(config) + (replicas - 1) * weightBytes * parameters,
    cache: pages ? atMost(cache, replicas * maxPageBytes) : { about: 0, most: 0 },
    checkpoint: weightBytes * (parameters + 2 * trained),
  }
}

/** A model that a service trains. @param rank of its adapter; 0 trains all parameters. */
export function sizeOnService(
  config: ModelConfig,
  { rank, contexts, tokens }: HeldContexts & { readonly rank: number },
): ModelSize {
  const adapted = rank === 0 ? config : { ...config, lora: { r: rank, lora_alpha: rank, target_modules: loraTargets } }
  const parameters = parameterCount(config)
  const trained = parameterCount(adapted, trainedShapes)
  const position = 2 * halfBytes * config.num_hidden_layers * config.num_key_value_heads * headSize(config)
  return {
    parameters,
    trained,
    bytes: halfBytes * parameters + 4 * weightBytes * trained,
    cache: amount(contexts.about * tokens.about * position, contexts.most * tokens.most * position),
    checkpoint: 3 * weightBytes * trained,
  }
}
