/** One turn of a tree: every candidate is tried in a fork of the episode, which continues with the best. */
import type { StepCandidate } from '../../contracts/episode.ts'
import type { CandidateTree, RewardWeights, SampledAction } from '../../contracts/messages/run.ts'
import type { ActResult, OpenEpisode, World } from '../../contracts/worlds/world.ts'
import { nth } from '../../math/nth.ts'
import { zip } from '../../math/zip.ts'
import { givenRewards } from './given-rewards.ts'
import { weightedReward, type Rewarded } from './weighted-reward.ts'

interface TriedCandidates {
  /** [K] in the order of the actions. */
  readonly results: readonly ActResult[]
  /** Index of the best. */
  readonly chosen: number
  /** The fork in which the best was taken; the others are closed. */
  readonly episode: OpenEpisode
}

/** Actions to be sampled at each turn of a model. @throws {RangeError} if it is not a positive integer. */
export function candidateCount(tree: CandidateTree | undefined): number {
  const count = tree?.candidates ?? 1
  if (!Number.isInteger(count) || count < 1)
    throw new RangeError(`tree.candidates must be a positive integer, got ${count}`)
  return count
}

/** @throws {RangeError} if the world does not say that its episodes can be forked. */
export function requireForks({ name, forks }: Pick<World, 'name' | 'forks'>): void {
  if (forks !== true)
    throw new RangeError(`a tree of candidates needs a world whose episodes fork, and ${name} has none`)
}

/** @throws {RangeError} if this episode cannot be forked. */
export function forkOf({ name }: Pick<World, 'name'>, episode: OpenEpisode): NonNullable<OpenEpisode['fork']> {
  if (episode.fork === undefined)
    throw new RangeError(`a tree of candidates needs episodes that fork, and ${name} opened one that does not`)
  return episode.fork.bind(episode)
}

/**
 * Takes each action in a separate fork, all at once. The episode itself stays as it is.
 *
 * @param actions at least one.
 * @param weights that pick the best; left out: won before not, then by score.
 * @throws the error of the first fork or action that fails, in the order of the actions; all forks are closed then.
 */
export async function tryCandidates(
  world: Pick<World, 'name'>,
  episode: OpenEpisode,
  actions: readonly string[],
  weights?: RewardWeights,
): Promise<TriedCandidates> {
  const fork = forkOf(world, episode)
  const forks: OpenEpisode[] = []
  try {
    for (const _ of actions) forks.push(await fork())
    const tried = await Promise.allSettled(actions.map(async (action, index) => nth(forks, index).act(action)))
    const results = tried.map(result => {
      if (result.status === 'rejected') throw result.reason
      return result.value
    })
    const chosen = bestOf(results, weights)
    closeAll(forks.filter((_, index) => index !== chosen))
    return { results, chosen, episode: nth(forks, chosen) }
  } catch (thrown) {
    closeAll(forks)
    throw thrown
  }
}

/** Index of the best by the weighted reward; without weights won before not, then by score. Of equals the first. */
export function bestOf(results: readonly (Rewarded & Pick<ActResult, 'won'>)[], weights?: RewardWeights): number {
  const isBetter =
    weights === undefined
      ? hasBetterOutcome
      : (one: Rewarded, other: Rewarded) => weightedReward(weights, one) > weightedReward(weights, other)
  return results.reduce((best, result, index) => (isBetter(result, nth(results, best)) ? index : best), 0)
}

const hasBetterOutcome = (one: Pick<ActResult, 'won' | 'score'>, other: Pick<ActResult, 'won' | 'score'>): boolean =>
  one.won === other.won ? one.score > other.score : one.won

/** As they are kept in the step. */
export const triedCandidates = (
  candidates: readonly SampledAction[],
  results: readonly ActResult[],
  chosen: number,
): readonly StepCandidate[] =>
  zip(candidates, results).map(([{ action, tokens, logprobs, finish, version }, result], index) => ({
    action,
    tokens,
    logprobs,
    ...(finish === undefined ? {} : { finish }),
    version,
    label: result.label,
    ...givenRewards(result),
    score: result.score,
    won: result.won,
    chosen: index === chosen,
  }))

/** Their errors are dropped: nothing waits for these episodes any more. */
function closeAll(episodes: readonly OpenEpisode[]): void {
  for (const each of episodes) each.close().catch(() => {})
}
