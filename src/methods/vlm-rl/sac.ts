/**
 * Soft actor-critic: two critics, of which the lesser counts, and a weight of entropy that is learnt.
 * Source: Haarnoja et al., Soft actor-critic algorithms and applications (2018), algorithm 1 and eq. 18. Departure: the target network is
 * a copy now and then instead of a moving average.
 */
import type { NetworkHandle } from '../../contracts/models/network-handle.ts'
import { nth } from '../../math/nth.ts'
import { derive, type Key } from '../../math/random.ts'
import type { Transitions } from '../../store/transitions.ts'
import { besideRows, rowKeys } from '../control/rows.ts'
import { bootstrapped, refreshTarget } from '../control/updates.ts'
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

/**
 * What does not wait for each other is asked of the engine at once: it keeps the order of each network, and threads wake each other less.
 *
 * @param batch observations as the networks see them.
 * @param update of the run, from 0.
 * @returns the losses.
 */
export async function sacUpdate(agent: SacAgent, batch: Transitions, key: Key, update: number) {
  const { network, sizes, learningRate, targetEvery, entropyWeight } = agent
  await refreshTarget(network, { update, every: targetEvery })
  const [policy, critic, temperature] = [network('policy'), network('critic'), network('temperature')]
  const [[log = 0], next] = await Promise.all([temperature.forward(origin), policy.forward(batch.nextObservation)])
  const weight = entropyWeight * Math.exp(log)
  const wanted = await criticGradients(agent, batch, { said: next, key: derive(key, 'next'), weight })
  const [said] = await Promise.all([
    policy.forward(batch.observation),
    critic.backward(wanted.rows, wanted.gradients),
    critic.optimStep({ learningRate }),
  ])
  const own = await policyGradients(agent, batch, { said, key: derive(key, 'own'), weight })
  await Promise.all([
    policy.backward(batch.observation, own.gradients),
    policy.optimStep({ learningRate }),
    /* Its gradient by ln α is the entropy less the entropy wanted, which is −1 for each number of an action. */
    temperature.backward(origin, Float32Array.of(own.entropy + sizes.action)),
    temperature.optimStep({ learningRate }),
  ])
  return { critic: wanted.loss, policy: own.loss, entropy: own.entropy }
}

const origin = new Float32Array(1)

interface Draw {
  /** By the policy. */
  readonly said: Float32Array
  readonly key: Key
  /** α */
  readonly weight: number
}

/** Q learns r + γ (min Q′(s′, a′) − α ln π(a′ | s′)). */
async function criticGradients({ network, sizes, discount }: SacAgent, batch: Transitions, draw: Draw) {
  const { observation, action } = sizes
  const count = batch.reward.length
  const next = squashedActions(draw.said, action, rowKeys(draw.key, count))
  const rows = besideRows([batch.observation, observation], [batch.action, action])
  const [after, values] = await Promise.all([
    network('critic-target').forward(besideRows([batch.nextObservation, observation], [next.actions, action])),
    network('critic').forward(rows),
  ])
  const soft = next.logprobs.map((logprob, row) => lesser(after, row).value - draw.weight * logprob)
  const targets = bootstrapped(batch, soft, discount)
  const errors = values.map((value, place) => value - (targets[Math.floor(place / 2)] ?? 0))
  return {
    rows,
    gradients: errors.map(error => (2 * error) / count),
    loss: errors.reduce((sum, error) => sum + error ** 2 / errors.length, 0),
  }
}

/** π lowers α ln π(a | s) − min Q(s, a). */
async function policyGradients({ network, sizes }: SacAgent, batch: Transitions, draw: Draw) {
  const { observation, action } = sizes
  const count = batch.reward.length
  const own = squashedActions(draw.said, action, rowKeys(draw.key, count))
  const rows = besideRows([batch.observation, observation], [own.actions, action])
  const values = await network('critic').forward(rows)
  const slopes = new Float32Array(values.length)
  for (let row = 0; row < count; row += 1) slopes[2 * row + lesser(values, row).member] = -1 / count
  const byRows = await network('critic').rowGradients(rows, slopes)
  const width = observation + action
  const byAction = own.actions.map(
    (_, place) => byRows[Math.floor(place / action) * width + observation + (place % action)] ?? 0,
  )
  const entropy = own.logprobs.reduce((sum, logprob) => sum - logprob / count, 0)
  const value = own.logprobs.reduce((sum, _, row) => sum + lesser(values, row).value / count, 0)
  return {
    gradients: own.gradients(byAction, draw.weight / count),
    ...{ entropy, loss: -draw.weight * entropy - value },
  }
}

/** Of the two values of a row. @param values [count × 2] */
function lesser(values: Float32Array, row: number): { readonly member: 0 | 1; readonly value: number } {
  const [first, second] = [nth(values, 2 * row), nth(values, 2 * row + 1)]
  return first <= second ? { member: 0, value: first } : { member: 1, value: second }
}
