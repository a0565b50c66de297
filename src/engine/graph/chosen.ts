import type { Graph, Value } from './graph.ts'

interface Chosen {
  /** [K] */
  readonly logprobs: Value
  /** [U] of the distributions, nats. */
  readonly entropies: () => Value
}

/**
 * Log-probsOf of chosen tokens under logits [U, V].
 * Input: targets [K] int64, u · V + id; one may come several times. Further input once differentiated: positionGradients
 * [U, 1], the sum of the gradient over each row's targets.
 */
export function chosen(graph: Graph, logits: Value): Chosen {
  const { node, integers, record, input } = graph
  const targets = input('targets', 'int64', ['K'])
  const all = node('LogSoftmax', [logits], { axis: -1 })
  const flat = (x: Value) => node('Reshape', [x, integers([-1])])
  const logprobs = node('Gather', [flat(all), targets], { axis: 0 })
  let probs: Value | undefined
  const probsOf = () => (probs ??= node('Exp', [all]))
  record(logprobs, [logits], gradient => {
    const spread = node('Mul', [probsOf(), node('Neg', [input('positionGradients', 'float32', ['U', 1])])])
    const attributes = { axis: 0, reduction: { text: 'add' } }
    const logitGradients = node('ScatterElements', [flat(spread), targets, gradient], attributes)
    return [node('Reshape', [logitGradients, node('Shape', [spread])])]
  })
  return {
    logprobs,
    entropies: () => node('Neg', [node('ReduceSum', [node('Mul', [probsOf(), all]), integers([-1])], { keepdims: 0 })]),
  }
}
