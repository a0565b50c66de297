import type { SpanRule } from '../../losses/objective.ts'
import { adamw, gradientNorm, type AdamwTensor } from '../../math/adamw.ts'
import { allFinite } from '../../math/all-finite.ts'
import type { Accumulated, Example, Pause, UpdateOptions, Updated } from '../device.ts'
import { embeddedGradient, gradientOf } from '../graph/training-graphs.ts'
import { NonFiniteError } from '../non-finite-error.ts'
import type { Engine } from './engine.ts'
import type { Model } from './model.ts'
import { rectangles } from './pack.ts'
import { checkFinite, feedsOf, tokenBudget } from './score.ts'
import { targetsOf, type Targets } from './targets.ts'

type Sums = { -readonly [name in keyof Accumulated]: Accumulated[name] }

/** Adds the gradients of all examples to the model's; if any is not finite, none. */
export async function accumulate(
  engine: Engine,
  model: Model,
  examples: readonly Example[],
  rule: SpanRule,
  pause: Pause = async () => {},
): Promise<Accumulated> {
  const { config } = model
  const sums: Sums = { spans: 0, tokens: 0, loss: 0, weight: 0, kl: 0, clipped: 0 }
  const gradients = new Map<string, Float64Array>()
  const lengths = examples.map(({ sequence }) => sequence.tokens.length)
  for (const [index, { members, length }] of rectangles(lengths, tokenBudget).entries()) {
    if (index > 0) await pause()
    const batch = members.map(member => examples[member]!)
    const sequences = batch.map(({ sequence }) => sequence)
    const targets = targetsOf(sequences, batch.map(spanTokens), length)
    const { forward, backward } = await engine.train(model, feedsOf(model, sequences, length, targets))
    const [logprobs] = forward('logprobs')
    checkFinite(model, logprobs)
    const slopes = applyObjective(batch, rule, { logprobs, targets, vocabulary: config.vocab_size }, sums)
    if (!Number.isFinite(sums.loss)) throw new NonFiniteError(model.name, ['the loss'])
    if (!allFinite(slopes)) throw new NonFiniteError(model.name, ['the gradient of the log-probabilities'])
    const gradient = await backward({
      back: [placesOf(targets.rows, batch.length * length), [batch.length, length]],
      slopes: [slopes, [targets.rows.length, config.vocab_size]],
    })
    for (const name of model.weights.keys()) {
      const lookedUp = name === 'model.embed_tokens.weight'
      const sum = sumOf(name)
      if (!lookedUp || config.tie_word_embeddings) addTo(sum, gradient(gradientOf(name))[0])
      if (lookedUp) addRows(sum, gradient(embeddedGradient)[0], sequences, length)
    }
  }
  const wrong = [...gradients].filter(([, gradient]) => !allFinite(gradient)).map(([name]) => `the gradient of ${name}`)
  if (wrong.length > 0) throw new NonFiniteError(model.name, wrong)
  if (model.pending === null) {
    model.pending = { gradients, weight: sums.weight }
  } else {
    model.pending.weight += sums.weight
    for (const [name, gradient] of gradients) addTo(model.pending.gradients.get(name)!, gradient)
  }
  return sums

  function sumOf(name: string): Float64Array {
    const known = gradients.get(name)
    if (known !== undefined) return known
    const sum = new Float64Array(model.weights.get(name)!.length)
    gradients.set(name, sum)
    return sum
  }
}

/** One AdamW step; contexts keep their tokens, and their keys and values are computed anew when next needed. */
export function update(model: Model, options: UpdateOptions): Updated {
  const { pending } = model
  if (pending === null) throw new RangeError(`model ${model.name} has accumulated nothing to update with`)
  const norm = gradientNorm(pending.gradients.values()) / pending.weight
  const scale = Math.min(1, options.clipNorm / norm) / pending.weight
  const step = model.step + 1
  const stepped = new Map<string, AdamwTensor>()
  for (const [name, weight] of model.weights) {
    const tensor = { weight, first: model.first.get(name)!, second: model.second.get(name)! }
    const next = adamw(tensor, pending.gradients.get(name)!, norm === 0 ? 0 : scale, { ...options, step })
    for (const part of ['weight', 'first', 'second'] as const)
      if (!allFinite(next[part])) throw new NonFiniteError(model.name, [momentOf[part] + name])
    stepped.set(name, next)
  }
  const part = (which: keyof AdamwTensor) => new Map([...stepped].map(([name, tensor]) => [name, tensor[which]]))
  model.weights = part('weight')
  model.first = part('first')
  model.second = part('second')
  model.step = step
  model.pending = null
  model.contexts.invalidate()
  return { step, gradientNorm: norm }
}

const momentOf = { weight: '', first: 'the first moment of ', second: 'the second moment of ' } as const

interface Scored {
  readonly logprobs: Float32Array
  readonly targets: Targets
  readonly vocabulary: number
}

/** Adds what the objective says of each span to `sums`. @returns [U, V] ∂(Σ weight · loss)/∂log-probability. */
function applyObjective(
  batch: readonly Example[],
  rule: SpanRule,
  { logprobs, targets, vocabulary }: Scored,
  sums: Sums,
): Float32Array {
  const slopes = new Float32Array(targets.rows.length * vocabulary)
  batch.forEach(({ spans }, row) => {
    for (const { start, end, advantage, oldLogprobs, weight } of spans) {
      const places = Array.from({ length: end - start }, (_, index) => targets.places[row]!.get(start + index)!)
      const own = Float64Array.from(places, place => logprobs[place]!)
      const { loss, gradient, kl, clipped } = rule(own, { advantage, oldLogprobs })
      places.forEach((place, index) => {
        const at = Number(targets.pairs[2 * place]!) * vocabulary + Number(targets.pairs[2 * place + 1]!)
        slopes[at] = slopes[at]! + weight * gradient[index]!
      })
      sums.spans += 1
      sums.tokens += end - start
      sums.loss += weight * loss
      sums.weight += weight
      sums.kl += kl
      sums.clipped += clipped
    }
  })
  return slopes
}

function* spanTokens({ spans }: Example): Iterable<number> {
  for (const { start, end } of spans) for (let token = start; token < end; token += 1) yield token
}

/** [size] the index of each position among `rows`, or their number where it is not one of them. */
function placesOf(rows: Int32Array, size: number): Int32Array {
  const places = new Int32Array(size).fill(rows.length)
  rows.forEach((row, index) => {
    places[row] = index
  })
  return places
}

function addTo(sum: Float64Array, part: Float32Array | Float64Array): void {
  for (let index = 0; index < sum.length; index += 1) sum[index] = sum[index]! + part[index]!
}

/** Adds the gradient [B, T, W] of looked-up rows to that of the table they came from. */
function addRows(
  sum: Float64Array,
  part: Float32Array,
  sequences: readonly Example['sequence'][],
  length: number,
): void {
  const width = part.length / (sequences.length * length)
  sequences.forEach(({ tokens }, row) => {
    tokens.forEach((id, index) => {
      const from = (row * length + index) * width
      for (let lane = 0; lane < width; lane += 1) sum[id * width + lane] = sum[id * width + lane]! + part[from + lane]!
    })
  })
}
