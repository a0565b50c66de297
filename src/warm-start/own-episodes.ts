import type { Episode } from '../contracts/episode.ts'
import { derive, randomFrom } from '../math/random.ts'
import { policyAsAll, policyRequest } from '../rollout/rollout-requests.ts'
import type { SftContext } from './sft-context.ts'

/** An episode of the policy as it now is. */
export interface OwnEpisode {
  readonly task: unknown
  readonly episode: Episode
}

interface OwnEpisodesOptions {
  /** Keys the episodes, with the batch. */
  readonly use: string
  /** Keys their tasks. */
  readonly tasks: string
  readonly batch: number
  readonly count: number
}

/** Episodes of the policy as it now is, on fresh training tasks; those that could not be played are left out. */
export async function ownEpisodes(
  {
    runActors,
    world,
    demonstrator,
    config,
    root,
  }: Pick<SftContext, 'runActors' | 'world' | 'demonstrator' | 'config' | 'root'>,
  { use, tasks, batch, count }: OwnEpisodesOptions,
): Promise<readonly OwnEpisode[]> {
  const requests = Array.from({ length: count }, (_, slot) => {
    const key = { use, iteration: batch, slot, episode: 0 }
    const task = demonstrator.generate('train', randomFrom(derive(root, tasks, batch, slot)))
    return policyRequest({ config, root }, key, task, { players: policyAsAll(world) })
  })
  const { rollouts } = await runActors.rollouts.play(requests)
  return requests.flatMap(({ id, task }) => {
    const episode = rollouts.get(id)?.episode
    return episode === undefined ? [] : [{ task, episode }]
  })
}
