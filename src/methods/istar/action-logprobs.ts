import type { EpisodeStep } from '../../contracts/episode.ts'
import type { LanguageModel } from '../../contracts/models/language-model.ts'
import { zip } from '../../math/zip.ts'
import { packEpisode, type Packed } from '../../learning/packing/packing.ts'

/** Every action of an episode with tokens as a target, of advantage 0 and weight 1: to be scored, or trained on by a loss over the batch. */
export const packActions = (steps: readonly EpisodeStep[]): Packed =>
  packEpisode(
    { steps },
    steps.map(({ tokens }) => (tokens.length === 0 ? null : { advantage: 0, weight: 1, isStale: false })),
  )

/** @returns [episodes][L] of whole sequences, nats; none of none. */
export const scoresOf = (
  model: Pick<LanguageModel, 'logprobs'>,
  packed: readonly Packed[],
): Promise<readonly Float32Array[]> =>
  packed.length === 0 ? Promise.resolve([]) : model.logprobs(packed.map(({ sequence }) => sequence))

/**
 * Σ over the tokens of each target of log π_φ − log π_θ.
 *
 * @param scores [episodes][L] by φ.
 * @param reference [episodes][L] by θ.
 * @returns [episodes][targets] nats; exactly 0 where the two models say the same.
 */
export const logRatios = (
  packed: readonly Packed[],
  scores: readonly Float32Array[],
  reference: readonly Float32Array[],
): readonly (readonly number[])[] =>
  zip(packed, zip(scores, reference)).map(([{ targets }, [by, than]]) =>
    targets.map(({ start, end }) => {
      let sum = 0
      for (let token = start; token < end; token += 1) sum += (by[token] ?? 0) - (than[token] ?? 0)
      return sum
    }),
  )
