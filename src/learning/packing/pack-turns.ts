/** The turns of one agent in an episode with a tree of candidates, as one training example. Pure. */
import type { EpisodeStep } from '../../contracts/episode.ts'
import { nth } from '../../math/nth.ts'
import { targetOf, type Credit, type Packed, type Target } from './packing.ts'
import { createTokenTree } from '../../engine/semantics/token-tree.ts'

/** Parts of a packed turn. */
export type Turn = Pick<EpisodeStep, 'context' | 'tokens' | 'logprobs' | 'finish' | 'version' | 'candidates'>

/** A candidate's tokens; where no tree was grown, those of the action alone. */
type TurnCandidate = Pick<
  NonNullable<EpisodeStep['candidates']>[number],
  'tokens' | 'logprobs' | 'finish' | 'version' | 'chosen'
>

export const candidatesOf = ({ candidates, ...turn }: Turn): readonly TurnCandidate[] =>
  candidates ?? [{ ...turn, chosen: true }]

/**
 * The agent's inputs and the actions taken are the prefix, in turn, up to the last turn that is trained on; each other candidate
 * is a branch that leaves it after the input. So each candidate's ancestors are the tokens it was sampled from.
 *
 * @param turns of one agent, in order.
 * @param credits [turns][candidates]; `null` where one is not trained on. Such branches are not packed.
 */
export function packTurns(turns: readonly Turn[], credits: readonly (readonly (Credit | null)[])[]): Packed {
  const tree = createTokenTree()
  const targets: Target[] = []

  let prefix = -1
  const read = turns.slice(0, credits.findLastIndex(ofTurn => ofTurn.some(credit => credit !== null)) + 1)
  read.forEach((turn, at) => {
    const prompted = tree.append(turn.context, prefix)
    prefix = prompted
    candidatesOf(turn).forEach((candidate, index) => {
      const credit = nth(credits, at)[index] ?? null
      if (credit === null && !candidate.chosen) return
      const start = tree.size()
      const end = tree.append(candidate.tokens, prompted)
      if (candidate.chosen) prefix = end
      if (credit !== null) targets.push(targetOf(credit, candidate.logprobs, start, tree.size()))
    })
  })
  return { sequence: tree.sequence(), targets }
}
