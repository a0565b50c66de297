import type { SpanRule } from '../../../losses/objective.ts'
import { allFinite } from '../../../math/all-finite.ts'
import type { LossSums, Example } from '../../../contracts/models/device.ts'
import { embeddedGradient, gradientOf } from '../../graph/sequences/training-graphs.ts'
import { NonFiniteError } from '../../semantics/non-finite-error.ts'
import { zeroSums } from '../../semantics/sums.ts'
import { behind, commonPrefix } from '../model/common-prefix.ts'
import { concatenated } from '../../../model/tensors/side-by-side.ts'
import type { Engine } from '../sessions/engine.ts'
import type { Model } from '../model/model.ts'
import { paddedLength } from '../model/pack.ts'
import type { FlatParameters } from '../memory/flat-parameters.ts'
import { checkFinite, feedsOf } from './logprobs.ts'
import { prefixFeedsOf } from './prefix-feeds.ts'
import { logprobGradientsOf } from './logprob-gradients.ts'
import type { Arrays } from '../memory/buffer-pool.ts'
import { targetsOf } from '../model/targets.ts'
import { nth } from '../../../math/nth.ts'

interface Part {
  /** Of one padded length, or with one prefix. */
  readonly batch: readonly Example[]
  readonly rule: SpanRule
}

interface BatchGradients {
  /** Owned by the caller, from the model's buffers. */
  readonly gradients: Arrays
  readonly sums: LossSums
}

/** The gradients and loss sums of a batch. */
export async function gradientsOf(
  engine: Engine,
  rows: FlatParameters,
  model: Model,
  { batch: examples, rule }: Part,
): Promise<BatchGradients> {
  const { vocab_size: vocabulary, tie_word_embeddings: tied } = model.config
  const prefix = engine.sharesPrefixes ? commonPrefix(examples) : 0
  const common = nth(examples, 0).sequence.tokens.subarray(0, prefix)
  const batch = prefix === 0 ? examples : examples.map(example => behind(example, prefix))
  const sequences = batch.map(({ sequence }) => sequence)
  const length = paddedLength(Math.max(...sequences.map(({ tokens }) => tokens.length)))
  const targets = targetsOf(sequences, batch.map(spanTokens), { length, vocabulary })
  const sums = zeroSums()
  sums.read = prefix + sequences.reduce((sum, { tokens }) => sum + tokens.length, 0)
  sums.padding = prefix + batch.length * length - sums.read
  const feeds =
    prefix === 0
      ? feedsOf(model, sequences, length, targets)
      : prefixFeedsOf(model, { prefix: common, sequences, length, targets })
  const back = concatenated(Int32Array, [common.map(() => targets.rows.length), targets.back])
  const gradients = model.buffers.take()
  try {
    const output = await engine.train(model, feeds, {
      feeds: forward => {
        const [logprobs] = forward('logprobs')
        const [entropies] = forward('entropies')
        checkFinite(model, logprobs)
        const { logprobGradients, positionGradients } = logprobGradientsOf(
          batch,
          rule,
          { logprobs, entropies, targets },
          sums,
        )
        if (!Number.isFinite(sums.loss)) throw new NonFiniteError(model.name, ['the loss'])
        if (!allFinite(logprobGradients))
          throw new NonFiniteError(model.name, ['the gradient of the log-probabilities'])
        return {
          back: [back, [back.length]],
          logprobGradients: [logprobGradients, [logprobGradients.length]],
          positionGradients: [positionGradients, [positionGradients.length, 1]],
        }
      },
      into: Object.fromEntries([...gradients].map(([name, gradient]) => [gradientOf(name), gradient])),
    })
    const table = gradients.get(embedding)
    if (table !== undefined) {
      if (!tied) table.fill(0)
      const [lookedUp, [, width = 0]] = output(embeddedGradient)
      rows.addAt(table, common, lookedUp, width)
      sequences.forEach(({ tokens }, row) => {
        rows.addAt(table, tokens, lookedUp.subarray((prefix + row * length) * width), width)
      })
    }
    return { gradients, sums }
  } catch (error) {
    model.buffers.give(gradients)
    throw error
  }
}

function spanTokens({ spans }: Example): Int32Array {
  const tokens: number[] = []
  for (const { start, end } of spans) for (let token = start; token < end; token += 1) tokens.push(token)
  return Int32Array.from(tokens)
}

const embedding = 'model.embed_tokens.weight'
