/** Rewards and advantages of every candidate of every turn. Pure. */
import type { EpisodeStep, Rollout } from '../../contracts/episode.ts'
import { byAgentTurn, byCandidates, bySameHistory, byTrajectory } from '../../learning/segments/groupers.ts'
import { candidateAdvantages, type Segment, type SegmentGroup } from '../../learning/segments/segment.ts'
import { normalised } from '../../learning/normalised.ts'
import type { CreditedTree } from '../../learning/tree-samples.ts'
import { nth } from '../../math/nth.ts'
import { zip } from '../../math/zip.ts'
import { outcomeOf } from '../../reward/outcome.ts'
import { weightedReward } from '../../rollout/episode/weighted-reward.ts'
import { rolloutsOf, type TaskGroup } from '../../rollout/groups.ts'
import type { AtGrpoOptions } from './settings.ts'

/** A task's rollouts with the rewards and advantages of all candidates of their turns, [rollouts][steps][candidates]. */
export interface TeamCredit {
  readonly groups: readonly SegmentGroup[]
  readonly trees: readonly (CreditedTree & { readonly rewards: readonly (readonly number[])[] })[]
}

/** @throws {Error} if a turn of a tree has not K candidates: groups of another size would not be compared alike. */
export function teamCredit(group: Pick<TaskGroup, 'members'>, options: AtGrpoOptions): TeamCredit {
  const rollouts = rolloutsOf(group)
  const rewards = rollouts.map(rollout => rewardsOf(rollout, options))
  const groups = groupsOf(rollouts, options)
  const rewardOf = ({ rollout, from, to, candidate = 0 }: Segment): number =>
    options.groups === 'outcome'
      ? outcomeOf(nth(rollouts, rollout))
      : nth(rewards, rollout)
          .slice(from, to)
          .reduce((sum, ofStep) => sum + nth(ofStep, candidate), 0)
  const estimate = (values: readonly number[]) => nth(normalised([values], options.normalise), 0)
  const counts = rewards.map(steps => steps.map(({ length }) => length))
  const single = groups.flatMap(({ members }) => members)
  const advantages = spread(candidateAdvantages(counts, groups, rewardOf, estimate), single)
  return {
    groups,
    trees: zip(rollouts, zip(rewards, advantages)).map(([rollout, [ofRollout, own]]) => ({
      rollout,
      rewards: ofRollout,
      advantages: own,
    })),
  }
}

/** r = α · team + local. Without a tree, of the action that was taken. */
const rewardsOf = ({ episode: { steps, score } }: Rollout, options: AtGrpoOptions): readonly (readonly number[])[] => {
  const weights = { team: options.teamWeight, local: options.localWeight }
  return steps.map((step, index) => {
    if (options.groups !== 'tree')
      return [weightedReward(weights, { ...step, score: index + 1 === steps.length ? score : 0 })]
    return candidatesOf(step, options.candidates).map(candidate => weightedReward(weights, candidate))
  })
}

function candidatesOf({ agent, candidates = [] }: EpisodeStep, wanted: number) {
  if (candidates.length !== wanted)
    throw new Error(`a turn of ${agent} has ${candidates.length} candidates instead of ${wanted}`)
  return candidates
}

function groupsOf(rollouts: readonly Rollout[], { groups }: AtGrpoOptions): readonly SegmentGroup[] {
  const episodes = rollouts.map(({ episode }) => episode)
  const steps = episodes.map(each => each.steps)
  switch (groups) {
    case 'tree':
      return byCandidates(steps)
    case 'same-observation':
      return bySameHistory(episodes)
    case 'agent-turn':
      return byAgentTurn(steps)
    case 'trajectory':
    case 'outcome':
      return byTrajectory(steps)
  }
}

/** The advantage of a segment of several turns is that of its first one: the others get it, too. */
function spread(advantages: readonly (readonly (readonly number[])[])[], segments: readonly Segment[]) {
  const spreading = advantages.map(steps => [...steps])
  for (const { rollout, from, to } of segments) {
    const ofRollout = nth(spreading, rollout)
    for (let step = from + 1; step < to; step += 1) ofRollout[step] = nth(ofRollout, from)
  }
  return spreading
}
