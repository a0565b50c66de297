import type { SpanRule } from '../../losses/objective.ts'
import { allFinite } from '../../math/all-finite.ts'
import { tensorShapes } from '../../model/tensors.ts'
import type { Example } from '../device.ts'
import { embeddedGradient, gradientOf, sumOf } from '../graph/training-graphs.ts'
import { NonFiniteError } from '../non-finite-error.ts'
import type { Sums } from '../sums.ts'
import type { Engine } from './engine.ts'
import type { Model } from './model.ts'
import { paddedLength } from './pack.ts'
import type { Outputs } from './program.ts'
import { checkFinite, feedsOf } from './score.ts'
import { slopesOf } from './slopes.ts'
import type { Arrays } from './spares.ts'
import { targetsOf } from './targets.ts'

interface Part {
  readonly total: Arrays
  /** Of one padded length. */
  readonly batch: readonly Example[]
  readonly rule: SpanRule
  readonly sums: Sums
}

/** Runs a batch, and adds what is to be said of it to the sums. @returns the gradients added to the total, which stays. */
export async function addGradients(engine: Engine, model: Model, { total, batch, rule, sums }: Part): Promise<Arrays> {
  const { vocab_size: vocabulary, tie_word_embeddings: tied } = model.config
  const sequences = batch.map(({ sequence }) => sequence)
  const length = paddedLength(sequences[0]!.tokens.length)
  const targets = targetsOf(sequences, batch.map(spanTokens), { length, vocabulary })
  const read = sequences.reduce((sum, { tokens }) => sum + tokens.length, 0)
  sums.read += read
  sums.padding += batch.length * length - read
  const next = model.spares.take()
  const shapes = tensorShapes(model.config)
  const before = [...total].map(([name, sum]) => [sumOf(name), [sum, shapes.get(name)!] as const] as const)
  try {
    const output = await engine.train(model, feedsOf(model, sequences, length, targets), {
      feeds: forward => {
        const [logprobs] = forward('logprobs')
        const [entropies] = forward('entropies')
        checkFinite(model, logprobs)
        const { slopes, rowSlopes } = slopesOf(batch, rule, { logprobs, entropies, targets }, sums)
        if (!Number.isFinite(sums.loss)) throw new NonFiniteError(model.name, ['the loss'])
        if (!allFinite(slopes)) throw new NonFiniteError(model.name, ['the gradient of the log-probabilities'])
        return {
          ...Object.fromEntries(before),
          back: [targets.back, [targets.back.length]],
          slopes: [slopes, [slopes.length]],
          rowSlopes: [rowSlopes, [rowSlopes.length, 1]],
        }
      },
      into: Object.fromEntries([...next].map(([name, gradient]) => [gradientOf(name), gradient])),
    })
    if (!tied) next.get(embedding)!.set(total.get(embedding)!)
    addLookedUp(next.get(embedding)!, output, batch, length)
    return next
  } catch (error) {
    model.spares.give(next)
    throw error
  }
}

function spanTokens({ spans }: Example): Int32Array {
  return Int32Array.from(spans.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at)))
}

const embedding = 'model.embed_tokens.weight'

/** Adds the gradient [N, W] of looked-up rows to that of the table they came from. */
function addLookedUp(sum: Float32Array, output: Outputs, batch: readonly Example[], length: number): void {
  const [rows, [, width = 0]] = output(embeddedGradient)
  batch.forEach(({ sequence: { tokens } }, row) => {
    tokens.forEach((id, index) => {
      const from = (row * length + index) * width
      const to = id * width
      for (let lane = 0; lane < width; lane += 1) sum[to + lane] = sum[to + lane]! + rows[from + lane]!
    })
  })
}
