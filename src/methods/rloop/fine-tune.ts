/** Rejection-sampling fine-tuning: cross-entropy on the expert set. */
import type { Example } from '../../contracts/models/device.ts'
import type { LanguageModel } from '../../contracts/models/language-model.ts'
import { packEpisode, toExample, type Packed } from '../../learning/packing/packing.ts'
import { chunks } from '../../learning/train-model.ts'
import { derive, randomFrom, type Key } from '../../math/random.ts'
import type { Solution, SolutionTurn } from './experts.ts'
import type { RloopOptions } from './settings.ts'

export interface FineTuning {
  readonly solutions: number
  readonly updates: number
  /** Mean over the solutions' actions of all passes, nats; `null` without any. */
  readonly loss: number | null
}

/** −log π(y | x) of each solution, some passes over all of them, each in a new order. */
export async function fineTune(
  model: Pick<LanguageModel, 'forwardBackward' | 'optimStep'>,
  solutions: readonly Solution[],
  {
    epochs,
    batch,
    learningRate,
    clipNorm,
    key,
  }: RloopOptions['fineTuning'] & { readonly clipNorm: number; readonly key: Key },
): Promise<FineTuning> {
  const examples = solutions.flatMap(({ turns }) => byAgent(turns).map(exampleOf))
  let loss = 0
  let weight = 0
  let updates = 0
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (const some of chunks(randomFrom(derive(key, epoch)).shuffle(examples), batch)) {
      const sums = await model.forwardBackward(some, { kind: 'cross-entropy' })
      await model.optimStep({ learningRate, clipNorm })
      loss += sums.loss
      weight += sums.weight
      updates += 1
    }
  }
  return { solutions: solutions.length, updates, loss: weight > 0 ? loss / weight : null }
}

/** Each agent has read nothing but its own turns. */
const byAgent = (turns: readonly SolutionTurn[]): readonly (readonly SolutionTurn[])[] =>
  [...new Set(turns.map(({ agent }) => agent))].map(agent => turns.filter(turn => turn.agent === agent))

function exampleOf(turns: readonly SolutionTurn[]): Example {
  const steps = turns.map(({ context, tokens }) => ({
    context: Int32Array.from(context),
    tokens: Int32Array.from(tokens),
    logprobs: new Float32Array(0),
  }))
  const packed: Packed = packEpisode(
    { steps },
    steps.map(() => ({ advantage: 1, weight: 1, isStale: false })),
  )
  const { sequence, spans } = toExample(packed, new Float32Array(0))
  return { sequence, spans: spans.map(span => ({ ...span, oldLogprobs: new Float32Array(0) })) }
}
