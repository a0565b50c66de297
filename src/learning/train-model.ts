/** One model's training in one iteration: old log-probabilities once, then a few updates. */
import type { Example, Sequence } from '../contracts/models/device.ts'
import { NonFiniteError } from '../engine/semantics/non-finite-error.ts'
import { addSums, zeroSums } from '../engine/semantics/sums.ts'
import type { Objective } from '../losses/objective.ts'
import { adamDefaults } from '../math/adamw.ts'
import { randomFrom, type Key } from '../math/random.ts'
import { FailedBatchError, type FailedCall } from './failed-batch.ts'
import type { LanguageModel } from '../contracts/models/language-model.ts'
import type { TrainingMetrics } from '../contracts/metrics.ts'
import { noMismatch, ofFirstUpdate, type Mismatch, rootMeanSquare, withScores } from './packing/mismatch.ts'
import { hasStale, oldLogprobsOf, type OldLogprobsSource } from './packing/old-logprobs.ts'
import { ratiosOf, toExample, type Packed } from './packing/packing.ts'
import { stalenessOf } from './staleness.ts'
import { zip } from '../math/zip.ts'
import { nth } from '../math/nth.ts'

export interface TrainModelOptions {
  readonly model: Pick<LanguageModel, 'name' | 'logprobs' | 'forwardBackward' | 'optimStep' | 'snapshot'>
  readonly packed: readonly Packed[]
  readonly minibatches: number
  /** Where the old log-probabilities come from. */
  readonly oldLogprobs: OldLogprobsSource
  readonly objective: Objective
  readonly clipNorm: number
  readonly learningRate: number
  /** Samples that were left out, by reason. */
  readonly dropped: Readonly<Record<string, number>>
  /** [samples] trainings since each was drawn. */
  readonly ages: readonly number[]
  /** ρ̄: most that a sample counts that older weights drew. */
  readonly ratioCap: number
  /** Keys the order of the samples. */
  readonly key: Key
}

/** Sequences scored in one call: bounds the size of a message. */
const scoreBatch = 256

export interface TrainedModel {
  readonly metrics: TrainingMetrics
  /** Updates that the model has been given by now; `null` if it was given none here. */
  readonly version: number | null
}

/** @throws {FailedBatchError} if values of the model became NaN or infinite. */
export async function trainModel(options: TrainModelOptions): Promise<TrainedModel> {
  const { model, minibatches, objective, clipNorm, learningRate, oldLogprobs: source } = options
  const { examples, ratios, scoredTokens, mismatch: known } = await examplesOf(options)
  let mismatch = known

  let version: number | null = null
  const sums = zeroSums()
  let norms: number | null = 0
  let updates = 0
  for (const batch of minibatchesOf(examples, minibatches)) {
    const step = { ...adamDefaults, learningRate, clipNorm }
    const call = { examples: batch, objective, options: step }
    const done = await orBatch(model, { verb: 'forward-backward', ...call }, () =>
      model.forwardBackward(batch, objective),
    )
    const updated = await orBatch(model, { verb: 'optim-step', ...call }, () => model.optimStep(step))
    if (source === 'sampled' && updates === 0 && objective.kind === 'clipped')
      mismatch = ofFirstUpdate(
        done,
        scoredTokens.slice(0, batch.length).reduce((sum, tokens) => sum + tokens, 0),
      )
    addSums(sums, done)
    norms = norms === null || updated.gradientNorm === null ? null : norms + updated.gradientNorm
    updates += 1
    version = updated.step
  }
  const over = (sum: number | null, total: number): number | null => (sum !== null && total > 0 ? sum / total : null)
  const metrics = {
    samples: sums.spans,
    dropped: options.dropped,
    ...stalenessOf(options.ages),
    meanRatio: over(
      ratios.reduce((sum, ratio) => sum + ratio, 0),
      ratios.length,
    ),
    mismatch: rootMeanSquare(mismatch),
    updates,
    loss: over(sums.loss, sums.weight),
    kl: over(sums.kl, sums.tokens),
    clipShare: over(sums.clipped, sums.tokens),
    entropy: over(sums.entropy, sums.tokens),
    gradientNorm: over(norms, updates),
    paddingShare: over(sums.padding, sums.read + sums.padding),
    learningRate,
  }
  return { metrics, version }
}

/** Samples as they are trained on, in a drawn order. */
interface PreparedExamples {
  readonly examples: readonly Example[]
  /** Importance ratios of the stale ones. */
  readonly ratios: readonly number[]
  /** [examples] those that are trained on, where older weights drew one of them, so that all are scored. */
  readonly scoredTokens: readonly number[]
  readonly mismatch: Mismatch
}

/** @throws {FailedBatchError} if values of the model became NaN or infinite. */
export async function examplesOf({
  model,
  packed,
  oldLogprobs: source,
  ratioCap,
  key,
}: Pick<TrainModelOptions, 'packed' | 'oldLogprobs' | 'ratioCap' | 'key'> & {
  readonly model: Pick<LanguageModel, 'name' | 'logprobs' | 'snapshot'>
}): Promise<PreparedExamples> {
  const score = (sequences: readonly Sequence[]) =>
    orBatch(model, { verb: 'logprobs', sequences }, () => model.logprobs(sequences))
  const examples: Example[] = []
  const ratios: number[] = []
  const scoredTokens: number[] = []
  let mismatch = noMismatch
  for (const batch of chunks(randomFrom(key).shuffle(packed), scoreBatch)) {
    const logprobs = await oldLogprobsOf(batch, source, score)
    for (const [each, ofEach] of zip(batch, logprobs)) {
      const own = ratiosOf(each, ofEach, ratioCap)
      if (source === 'scored') mismatch = withScores(mismatch, each, ofEach)
      examples.push(toExample(each, ofEach, own))
      ratios.push(...own.filter((_, target) => nth(each.targets, target).isStale))
      const tokens = each.targets.reduce((sum, { start, end }) => sum + end - start, 0)
      scoredTokens.push(hasStale(each.targets) ? tokens : 0)
    }
  }
  return { examples, ratios, scoredTokens, mismatch }
}

/** On a non-finite value, adds the batch to the error, with the model as it was before. */
async function orBatch<T>(
  model: Pick<LanguageModel, 'name' | 'snapshot'>,
  call: FailedCall,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt()
  } catch (thrown) {
    if (!(thrown instanceof NonFiniteError)) throw thrown
    throw new FailedBatchError(thrown, { model: model.name, reference: await model.snapshot(), call })
  }
}

/** At most so many minibatches, in order, alike in size except for the last. */
export const minibatchesOf = <T>(examples: readonly T[], count: number): readonly (readonly T[])[] =>
  chunks(examples, Math.ceil(examples.length / count))

/** Pieces of at most `size` items, in order; none of nothing. */
export function chunks<T>(items: readonly T[], size: number): T[][] {
  const pieces: T[][] = []
  for (let start = 0; start < items.length; start += size) pieces.push(items.slice(start, start + size))
  return pieces
}
