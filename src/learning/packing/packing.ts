/** Episodes and verdicts as training examples: the very tokens that were read and sampled, never re-tokenised. */
import type { Example, Sequence } from '../../contracts/models/device.ts'
import { samplesOf, type EpisodeStep, type Note } from '../../contracts/episode.ts'
import { truncatedRatio } from '../../losses/truncated-ratio.ts'
import { createTokenTree } from '../../engine/semantics/token-tree.ts'

/** One generated piece of text to train on: the places of its tokens, and their weight. */
export interface Target {
  readonly start: number
  readonly end: number
  readonly advantage: number
  readonly weight: number
  /** [end − start] log-probabilities recorded when it was sampled, nats. */
  readonly behaviour: Float32Array
  /** Whether older weights sampled it than those that are about to be trained. */
  readonly isStale: boolean
}

/** A sequence with its targets; log-probabilities are still to be computed. */
export interface Packed {
  readonly sequence: Sequence
  readonly targets: readonly Target[]
}

/** How much a sample counts; `null` leaves it out. */
export interface Credit {
  readonly advantage: number
  readonly weight: number
  /** Whether older weights drew the sample than those that are about to be trained. */
  readonly isStale: boolean
}

/** Input and output of one turn. */
type TokenStep = Pick<EpisodeStep, 'context' | 'tokens' | 'logprobs'>

/**
 * The policy's side of an episode as one chain: its inputs and outputs, in turn.
 *
 * @param credits [steps] of each action; `null` where it is not trained on.
 */
export function packEpisode(
  { steps }: { readonly steps: readonly TokenStep[] },
  credits: readonly (Credit | null)[],
): Packed {
  const tokens: number[] = []
  const targets: Target[] = []
  steps.forEach((step, index) => {
    for (const token of step.context) tokens.push(token)
    const start = tokens.length
    for (const token of step.tokens) tokens.push(token)
    const credit = credits[index] ?? null
    if (credit !== null) targets.push(targetOf(credit, step.logprobs, start, tokens.length))
  })
  return { sequence: { tokens: Int32Array.from(tokens) }, targets }
}

/**
 * The observer's side of an episode as a tree: the transcript up to the last step it wrote about is the prefix, each verdict or
 * test a branch that leaves it after its step. Those left out are not packed. The context of an invalid step is, where
 * later samples read it; where none did, it may be too long for the model.
 *
 * @param credits [steps][m] of each verdict or test, none for an invalid step; `null` where it is not trained on.
 */
export function packNotes(notes: readonly Note[], credits: readonly (readonly (Credit | null)[])[]): Packed {
  const tree = createTokenTree()
  const targets: Target[] = []

  let prefix = -1
  const read = notes.slice(0, notes.findLastIndex(({ kind }) => kind !== 'invalid') + 1)
  read.forEach((step, place) => {
    prefix = tree.append(step.context, prefix)
    if (step.kind === 'invalid') return
    samplesOf(step).forEach((sample, index) => {
      const credit = credits[place]?.[index] ?? null
      if (credit === null) return
      const prompted = tree.append(step.promptSuffix, prefix)
      const start = tree.size()
      tree.append(sample.tokens, prompted)
      targets.push(targetOf(credit, sample.logprobs, start, tree.size()))
    })
  })
  return { sequence: tree.sequence(), targets }
}

/** @param logprobs as it was sampled. */
export const targetOf = (
  { advantage, weight, isStale }: Credit,
  logprobs: Float32Array,
  start: number,
  end: number,
): Target => ({ start, end, advantage, weight, behaviour: logprobs, isStale })

/**
 * Each target's factor besides its advantage: 1, or the truncated importance ratio of samples of older weights.
 *
 * @param logprobs of the whole sequence before the update; only those of targets count.
 * @param cap ρ̄ of the ratio.
 */
export const ratiosOf = ({ targets }: Packed, logprobs: Float32Array, cap: number): readonly number[] =>
  targets.map(({ start, end, behaviour, isStale }) =>
    isStale ? truncatedRatio(logprobs.subarray(start, end), behaviour, cap) : 1,
  )

/**
 * Adds the log-probabilities before the update, cut from those of the whole sequence.
 *
 * @param ratios [targets] by which the advantages are multiplied; omitted, they stay as they are.
 */
export const toExample = (
  { sequence, targets }: Packed,
  logprobs: Float32Array,
  ratios: readonly number[] = [],
): Example => ({
  sequence,
  spans: targets.map(({ start, end, weight, advantage }, index) => ({
    start,
    end,
    weight,
    advantage: advantage * (ratios[index] ?? 1),
    oldLogprobs: logprobs.slice(start, end),
  })),
})
