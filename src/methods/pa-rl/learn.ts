/** The updates of PA-RL: the policy on data, the critic, and the policy on improved actions. */
import { derive, type Key } from '../../math/random.ts'
import type { Agent } from './agent.ts'
import type { PaRlOptions } from './settings.ts'
import { calQlUpdate } from './cal-ql.ts'
import { iqlUpdate } from './iql.ts'
import { targetActions, withDataActions } from './optimise.ts'
import type { ReplayRows } from './replay.ts'
import { rowKeys } from '../control/rows.ts'
import { refreshTarget } from '../control/updates.ts'

/** One step of the policy on the actions of the data. */
export const cloneUpdate = ({ policy, network, options }: Agent, batch: ReplayRows, key: Key): Promise<number> =>
  fitted(network('policy'), options.cloningRate, () =>
    policy.fit(network('policy'), batch.observation, { actions: batch.action, key }),
  )

/** Of the critic, in the iterations before. */
export const updatesBefore = (
  iteration: number,
  { offline, online }: Pick<PaRlOptions, 'offline' | 'online'>,
): number =>
  Math.min(iteration - 1, offline.iterations) * offline.updates +
  Math.max(0, iteration - 1 - offline.iterations) * online.updates

/** One step of the critic. @param update of the run, from 0. */
export async function criticUpdate(agent: Agent, batch: ReplayRows, key: Key, update: number): Promise<number> {
  const { network, options } = agent
  await refreshTarget(network, { update, every: options.targetEvery })
  return (options.critic === 'iql' ? iqlUpdate : calQlUpdate)(agent, batch, key)
}

/** One step of the policy on improved actions, the data's action among them. */
export async function distilUpdate(agent: Agent, batch: ReplayRows, key: Key): Promise<number> {
  const { policy, network, options, sizes } = agent
  const count = batch.reward.length
  const candidates = await agent.improve(batch.observation, rowKeys(derive(key, 'candidates'), count))
  const { values } = await agent.q(batch.observation, batch.action)
  const choice = { action: sizes.action, count, key: derive(key, 'target'), target: options.target }
  const actions = targetActions(withDataActions(candidates, { actions: batch.action, values }), choice)
  return fitted(network('policy'), options.policyRate, () =>
    policy.fit(network('policy'), batch.observation, { actions, key: derive(key, 'fit') }),
  )
}

async function fitted(
  network: { readonly optimStep: (options: { readonly learningRate: number }) => Promise<unknown> },
  learningRate: number,
  fit: () => Promise<number>,
): Promise<number> {
  const loss = await fit()
  await network.optimStep({ learningRate })
  return loss
}

/** Networks as they are, without what their optimisers remember. */
export async function resetOptimisers({ network }: Agent, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const { shape, weights } = await network(name).snapshot()
    await network(name).load({ shape, weights })
  }
}
