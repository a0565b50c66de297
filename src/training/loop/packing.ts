/** Episodes and votes as training examples: the very tokens that were read and sampled, never re-tokenised. */
import type { Example, Sequence } from '../../device/device.ts'
import type { Episode, JudgedStep } from '../../episode.ts'

/** One generated piece of text to train on: where its tokens stand, and how it is weighed. */
export interface Target {
  readonly start: number
  readonly end: number
  readonly advantage: number
  readonly weight: number
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
}

/**
 * The policy's side of an episode as one chain: what it read and what it wrote, in turn.
 *
 * @param credits [steps] of each action; `null` where it is not trained on.
 */
export function packEpisode(episode: Episode, credits: readonly (Credit | null)[]): Packed {
  const tokens: number[] = []
  const targets: Target[] = []
  episode.steps.forEach((step, index) => {
    for (const token of step.context) tokens.push(token)
    const start = tokens.length
    for (const token of step.tokens) tokens.push(token)
    const credit = credits[index] ?? null
    if (credit !== null) targets.push({ start, end: tokens.length, ...credit })
  })
  return { sequence: { tokens: Int32Array.from(tokens) }, targets }
}

/**
 * The judge's side of an episode as a tree: the transcript is the trunk, each vote a branch that leaves
 * it after the step it judges. Votes left out are not packed; the context of an invalid step is, as it was read.
 *
 * @param credits [steps][votes] of each vote, none for an invalid step; `null` where it is not trained on.
 */
export function packVotes(judged: readonly JudgedStep[], credits: readonly (readonly (Credit | null)[])[]): Packed {
  const tokens: number[] = []
  const parents: number[] = []
  const targets: Target[] = []
  const append = (pieces: Int32Array, after: number): number => {
    let parent = after
    for (const token of pieces) {
      parents.push(parent)
      parent = tokens.push(token) - 1
    }
    return parent
  }

  let trunk = -1
  judged.forEach((step, place) => {
    trunk = append(step.context, trunk)
    if (step.kind === 'invalid') return
    step.votes.forEach((vote, index) => {
      const credit = credits[place]?.[index] ?? null
      if (credit === null) return
      const cued = append(step.cue, trunk)
      const start = tokens.length
      append(vote.tokens, cued)
      targets.push({ start, end: tokens.length, ...credit })
    })
  })
  return { sequence: { tokens: Int32Array.from(tokens), parents: Int32Array.from(parents) }, targets }
}

/** Adds the log-probabilities before the update, cut from what `score` gave for the whole sequence. */
export const toExample = ({ sequence, targets }: Packed, logprobs: Float32Array): Example => ({
  sequence,
  spans: targets.map(target => ({ ...target, oldLogprobs: logprobs.slice(target.start, target.end) })),
})
