/**
 * A critic of tokens: a language model that begins as the policy does, and reads a value off the odds of two fixed tokens
 * at each position. It is read and trained by the verbs that every engine has, on trees: each episode is a
 * chain, from which two tokens branch off before each one that was written. Any two tokens will do.
 * Departure from RAGEN, whose critic has a linear head: no engine here has one.
 */
import type { Example, Sequence } from '../../contracts/models/device.ts'
import type { EpisodeStep } from '../../contracts/episode.ts'
import type { LanguageModel } from '../../contracts/models/language-model.ts'
import { createTokenTree } from '../../engine/semantics/token-tree.ts'
import { chunks } from '../../learning/train-model.ts'
import { forwardBackwardBatch } from '../../learning/whole-batch.ts'
import { shareOfRange, valueLoss, valueFromLogprobs, type ValueRange } from '../../losses/value.ts'
import { nth } from '../../math/nth.ts'
import { zip } from '../../math/zip.ts'
import type { RagenOptions } from './settings.ts'

/** Tokens read and written, in turn. */
type ReadSteps = readonly Pick<EpisodeStep, 'context' | 'tokens'>[]

const tokenForLow = 0
const tokenForHigh = 1

interface ValueTree {
  readonly sequence: Sequence
  /** [steps][tokens] index in the sequence of the token for `low`; that for `high` follows it. */
  readonly places: readonly (readonly number[])[]
}

export function valueTree(steps: ReadSteps): ValueTree {
  const tree = createTokenTree()
  let last = -1
  const places = steps.map(({ context, tokens }) => {
    last = tree.append(context, last)
    return Array.from(tokens, token => {
      const place = tree.size()
      tree.append(Int32Array.of(tokenForLow), last)
      tree.append(Int32Array.of(tokenForHigh), last)
      last = tree.append(Int32Array.of(token), last)
      return place
    })
  })
  return { sequence: tree.sequence(), places }
}

/** @returns [episodes][steps][tokens] V before each written token. */
export async function tokenValues(
  critic: Pick<LanguageModel, 'logprobs'>,
  episodes: readonly ReadSteps[],
  range: ValueRange,
): Promise<readonly (readonly (readonly number[])[])[]> {
  const trees = episodes.map(valueTree)
  const logprobs = trees.length === 0 ? [] : await critic.logprobs(trees.map(({ sequence }) => sequence))
  return zip(trees, logprobs).map(([{ places }, said]) =>
    places.map(ofStep => ofStep.map(place => valueFromLogprobs(nth(said, place), nth(said, place + 1), range))),
  )
}

/**
 * Trains the critic on returns, each episode once.
 *
 * @param returns [episodes][steps][tokens]; outside the range they count as its ends.
 * @returns mean loss, in nats; `null` if there was nothing to train on.
 */
export async function trainCritic(
  critic: Pick<LanguageModel, 'logprobs' | 'forwardBackward' | 'optimStep'>,
  episodes: readonly ReadSteps[],
  returns: readonly (readonly (readonly number[])[])[],
  { valueRange, criticRate, criticUpdates, clipNorm }: CriticTraining,
): Promise<number | null> {
  const examples = zip(episodes, returns).map(([steps, ofEpisode]) => valueExample(steps, ofEpisode, valueRange))
  const batches = chunks(examples, Math.max(1, Math.ceil(examples.length / criticUpdates)))
  let loss = 0
  for (const batch of batches) {
    loss += (await forwardBackwardBatch(critic, batch, valueLoss)) / batches.length
    await critic.optimStep({ learningRate: criticRate, clipNorm })
  }
  return batches.length === 0 ? null : loss
}

interface CriticTraining extends Pick<RagenOptions, 'valueRange' | 'criticRate' | 'criticUpdates'> {
  readonly clipNorm: number
}

function valueExample(steps: ReadSteps, returns: readonly (readonly number[])[], range: ValueRange): Example {
  const { sequence, places } = valueTree(steps)
  const wanted = zip(places.flat(), returns.flat())
  const span = (start: number, advantage: number) => ({
    start,
    end: start + 1,
    advantage,
    oldLogprobs: new Float32Array(0),
    weight: 1,
  })
  return {
    sequence,
    spans: wanted.flatMap(([place, value]) => {
      const share = shareOfRange(value, range)
      return [span(place, share), span(place + 1, share)]
    }),
  }
}
