/**
 * Soft actor-critic: two critics, of which the lesser counts, and a weight of entropy that is learnt.
 * Source: Haarnoja et al., Soft actor-critic algorithms and applications (2018), algorithm 1 and eq. 18. Departure: the target network is
 * a copy now and then instead of a moving average.
 */
import type { NetworkHandle } from '../../contracts/models/network-handle.ts'
import { derive, type Key } from '../../math/random.ts'
import type { Transitions } from '../../store/transitions.ts'
import { besideRows, rowKeys } from '../control/rows.ts'
import { bootstrapped } from '../control/updates.ts'
import { squashedActions } from './squashed-normal.ts'

interface SacAgent {
  readonly network: (name: string) => NetworkHandle
  /** Numbers that the networks see, and numbers of an action. */
  readonly sizes: { readonly observation: number; readonly action: number }
  readonly discount: number
  readonly targetEvery: number
  readonly learningRate: number
  /** α in the first update. */
  readonly entropyWeight: number
}

/** @param batch observations as the networks see them. @param index of the update, from 0. @returns the losses. */
export async function sacUpdate(agent: SacAgent, batch: Transitions, key: Key, index: number) {
  const { network, learningRate, targetEvery, entropyWeight } = agent
  const weight = entropyWeight * Math.exp((await network('temperature').forward(origin))[0] ?? 0)
  const critic = await criticUpdate(agent, batch, { key: derive(key, 'next'), weight })
  const { loss: policy, entropy } = await policyUpdate(agent, batch, { key: derive(key, 'own'), weight })
  /* Its gradient by ln α is the entropy less the entropy wanted, which is −1 for each number of an action. */
  await network('temperature').backward(origin, Float32Array.of(entropy + agent.sizes.action))
  await network('temperature').optimStep({ learningRate })
  if ((index + 1) % targetEvery === 0) await network('critic-target').load(await network('critic').snapshot())
  return { critic, policy, entropy }
}

const origin = new Float32Array(1)

interface Draw {
  readonly key: Key
  /** α */
  readonly weight: number
}

/** Q learns r + γ (min Q′(s′, a′) − α ln π(a′ | s′)). */
async function criticUpdate({ network, sizes, discount, learningRate }: SacAgent, batch: Transitions, draw: Draw) {
  const { observation, action } = sizes
  const count = batch.reward.length
  const critic = network('critic')
  const said = await network('policy').forward(batch.nextObservation)
  const next = squashedActions(said, action, rowKeys(draw.key, count))
  const after = await network('critic-target').forward(
    besideRows([batch.nextObservation, observation], [next.actions, action]),
  )
  const soft = next.logprobs.map((logprob, row) => lesser(after, row).value - draw.weight * logprob)
  const targets = bootstrapped(batch, soft, discount)
  const rows = besideRows([batch.observation, observation], [batch.action, action])
  const errors = (await critic.forward(rows)).map((value, place) => value - (targets[Math.floor(place / 2)] ?? 0))
  await critic.backward(
    rows,
    errors.map(error => (2 * error) / count),
  )
  await critic.optimStep({ learningRate })
  return errors.reduce((sum, error) => sum + error ** 2 / errors.length, 0)
}

/** π lowers α ln π(a | s) − min Q(s, a). */
async function policyUpdate({ network, sizes, learningRate }: SacAgent, batch: Transitions, draw: Draw) {
  const { observation, action } = sizes
  const count = batch.reward.length
  const [policy, critic] = [network('policy'), network('critic')]
  const own = squashedActions(await policy.forward(batch.observation), action, rowKeys(draw.key, count))
  const rows = besideRows([batch.observation, observation], [own.actions, action])
  const values = await critic.forward(rows)
  const slopes = new Float32Array(values.length)
  for (let row = 0; row < count; row += 1) slopes[2 * row + lesser(values, row).member] = -1 / count
  const byRows = await critic.rowGradients(rows, slopes)
  const width = observation + action
  const byAction = own.actions.map(
    (_, place) => byRows[Math.floor(place / action) * width + observation + (place % action)] ?? 0,
  )
  await policy.backward(batch.observation, own.gradients(byAction, draw.weight / count))
  await policy.optimStep({ learningRate })
  const entropy = own.logprobs.reduce((sum, logprob) => sum - logprob / count, 0)
  const value = own.logprobs.reduce((sum, _, row) => sum + lesser(values, row).value / count, 0)
  return { loss: -draw.weight * entropy - value, entropy }
}

/** Of the two values of a row. @param values [count × 2] */
function lesser(values: Float32Array, row: number): { readonly member: 0 | 1; readonly value: number } {
  const [first = 0, second = 0] = values.subarray(2 * row, 2 * row + 2)
  return first <= second ? { member: 0, value: first } : { member: 1, value: second }
}
