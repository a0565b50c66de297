import type { SpanRule } from '../../losses/objective.ts'
import { allFinite } from '../../math/all-finite.ts'
import { tensorShapes } from '../../model/tensors.ts'
import type { Accumulated, Example, Pause } from '../device.ts'
import { embeddedGradient, gradientOf, sumOf } from '../graph/training-graphs.ts'
import { NonFiniteError } from '../non-finite-error.ts'
import { noSums, type Sums } from '../sums.ts'
import type { Engine } from './engine.ts'
import type { Model } from './model.ts'
import { rectangles, type Rectangle } from './pack.ts'
import type { Outputs } from './program.ts'
import { checkFinite, feedsOf, tokenBudget } from './score.ts'
import { slopesOf } from './slopes.ts'
import { rowOf, type Arrays } from './spares.ts'
import { targetsOf } from './targets.ts'

/** Adds the gradients of all examples to the model's; if any is not finite, none. */
export async function accumulate(
  engine: Engine,
  model: Model,
  examples: readonly Example[],
  rule: SpanRule,
  pause: Pause = async () => {},
): Promise<Accumulated> {
  const sums = noSums()
  const lengths = examples.map(({ sequence }) => sequence.tokens.length)
  let total = model.zeros
  const release = (): void => {
    if (total !== model.zeros) model.spares.give(total)
  }
  try {
    for (const [index, rectangle] of rectangles(lengths, tokenBudget).entries()) {
      if (index > 0) await pause()
      const batch = rectangle.members.map(member => examples[member]!)
      const next = await addGradients(engine, model, { total, batch, rectangle, rule, sums })
      release()
      total = next
    }
    if (!Number.isFinite(await engine.rows.squares(rowOf(total)))) checkGradients(model, total)
  } catch (error) {
    release()
    throw error
  }
  join(model, total, sums.weight)
  return sums
}

interface Part {
  readonly total: Arrays
  readonly batch: readonly Example[]
  readonly rectangle: Rectangle
  readonly rule: SpanRule
  readonly sums: Sums
}

/** Runs one rectangle, and adds what is to be said of it to the sums. @returns the gradients added to the total. */
async function addGradients(engine: Engine, model: Model, part: Part): Promise<Arrays> {
  const { total, batch, rectangle, rule, sums } = part
  const { length } = rectangle
  const { vocab_size: vocabulary, tie_word_embeddings: tied } = model.config
  const sequences = batch.map(({ sequence }) => sequence)
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
    addLookedUp(next.get(embedding)!, output, batch, rectangle)
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
function addLookedUp(sum: Float32Array, output: Outputs, batch: readonly Example[], { length }: Rectangle): void {
  const [rows, [, width = 0]] = output(embeddedGradient)
  batch.forEach(({ sequence: { tokens } }, row) => {
    tokens.forEach((id, index) => {
      const from = (row * length + index) * width
      const to = id * width
      for (let lane = 0; lane < width; lane += 1) sum[to + lane] = sum[to + lane]! + rows[from + lane]!
    })
  })
}

/** @throws {NonFiniteError} naming the gradients that are not finite, if there are any. */
function checkGradients({ name: model }: Model, gradients: Arrays): void {
  const wrong = [...gradients].filter(([, gradient]) => !allFinite(gradient)).map(([name]) => `the gradient of ${name}`)
  if (wrong.length > 0) throw new NonFiniteError(model, wrong)
}

function join(model: Model, total: Arrays, weight: number): void {
  const { pending, spares } = model
  if (pending === null) {
    model.pending = { gradients: total, weight }
    return
  }
  pending.weight += weight
  const sum = rowOf(pending.gradients)
  rowOf(total).forEach((gradient, index) => {
    sum[index] = sum[index]! + gradient
  })
  spares.give(total)
}
