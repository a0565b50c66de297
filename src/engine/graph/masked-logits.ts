import type { ModelConfig } from '../../contracts/models/model-config.ts'
import { maskOf } from '../semantics/missing-ids.ts'
import type { Graph, Value } from './graph.ts'

/** Logits [U, V] with those of ids without a token masked; the same value where all have one. */
export function maskedLogits({ node, fixed, record }: Graph, logits: Value, config: ModelConfig): Value {
  const mask = maskOf(config)
  if (mask === null) return logits
  return record(node('Add', [logits, fixed(mask, [mask.length])]), [logits], gradient => [gradient])
}
