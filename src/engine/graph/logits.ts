import type { ModelConfig } from '../../contracts/models/model-config.ts'
import { maskOf } from '../semantics/missing-ids.ts'
import { exponentials } from './exponentials.ts'
import type { Graph, Value } from './graph.ts'

/** Logits [U, V] with those of ids without a token masked; the same value where all have one. */
export function maskedLogits({ node, fixed, record }: Graph, logits: Value, config: ModelConfig): Value {
  const mask = maskOf(config)
  if (mask === null) return logits
  return record(node('Add', [logits, fixed(mask, [mask.length])]), [logits], gradient => [gradient])
}

interface Chosen {
  /** [K] */
  readonly logprobs: Value
  /** [U] of the distributions, nats. */
  readonly entropies: () => Value
}

/**
 * Log-probabilities of chosen tokens under logits [U, V].
 * Input: targets [K] int64, u · V + id; one may come several times. Further input once differentiated: positionGradients
 * [U, 1], the sum of the gradient over each row's targets.
 */
export function chosen(graph: Graph, logits: Value, vocabulary: number): Chosen {
  const { node, integers, record, input } = graph
  const pick = (from: Value, places: Value) => node('Gather', [from, places], { axis: 0 })
  const targets = input('targets', 'int64', ['K'])
  const { shifted, exps, sum } = exponentials(graph, logits, vocabulary)
  const flat = (x: Value) => node('Reshape', [x, integers([-1])])
  const row = node('Div', [targets, integers([vocabulary])])
  /* Log would give other bits in other rows: it takes four at a time, and the rest singly. */
  const logSum = node('ReduceLogSum', [sum], { axes: [-1], keepdims: 1 })
  const logprobs = node('Sub', [pick(flat(shifted), targets), pick(flat(logSum), row)])
  record(logprobs, [logits], gradient => {
    const share = node('Div', [node('Neg', [input('positionGradients', 'float32', ['U', 1])]), sum])
    const spread = node('Mul', [exps, share])
    const attributes = { axis: 0, reduction: { text: 'add' } }
    const logitGradients = node('ScatterElements', [flat(spread), targets, gradient], attributes)
    return [node('Reshape', [logitGradients, integers([-1, vocabulary])])]
  })
  return {
    logprobs,
    /* −Σ p log p = log Σ e − Σ e x / Σ e of shifted logits x: both terms are at least 0. */
    entropies: () => {
      const moment = node('ReduceSum', [node('Mul', [exps, shifted]), integers([-1])], { keepdims: 1 })
      return flat(node('Sub', [logSum, node('Div', [moment, sum])]))
    },
  }
}
