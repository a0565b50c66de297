/**
 * Cal-QL: temporal differences, and a regulariser that lowers the values of other actions than those of the data, but not below the
 * return that followed the data. Targets are of optimised actions.
 * Source: Nakamoto et al., Cal-QL (2023), eq. 4.1; PA-RL, section 4.3. Departures: no densities, which not all policy classes have;
 * the target network is a copy now and then instead of a moving average.
 */
import { nth } from '../../math/nth.ts'
import { derive, randomFrom, type Key } from '../../math/random.ts'
import { softmax } from '../../math/softmax.ts'
import { ensembleOf, type Agent } from './agent.ts'
import type { ReplayRows } from './replay.ts'
import { readEnsemble } from './ensemble.ts'
import { besideRows, repeatedRows, rowKeys } from '../control/rows.ts'
import { bootstrapped } from '../control/updates.ts'
import { sideBySide } from '../../model/tensors/side-by-side.ts'

/** @returns the loss of the values, of one update. */
export async function calQlUpdate(agent: Agent, batch: ReplayRows, key: Key): Promise<number> {
  const { sizes, options, network, policy } = agent
  const { observation, action } = sizes
  const { members, conservatism, conservativeActions: repeat, criticRate } = options
  const count = batch.reward.length
  const targets = await temporalTargets(agent, batch, derive(key, 'next'))

  const own = { keys: rowKeys(derive(key, 'own'), count), repeat }
  const sampled = await policy.sample(network('policy'), batch.observation, own)
  const random = randomFrom(derive(key, 'uniform'))
  const uniform = sampled.map(() => 2 * random.uniform() - 1)
  const repeated = repeatedRows(batch.observation, observation, repeat)
  const rows = sideBySide([
    besideRows([batch.observation, observation], [batch.action, action]),
    besideRows([repeated, observation], [sampled, action]),
    besideRows([repeated, observation], [uniform, action]),
  ])
  const critic = network('critic')
  const outputs = await critic.forward(rows)
  const data = outputs.length / (1 + 2 * repeat)
  const { loss, gradients } = readEnsemble(outputs.slice(0, data), ensembleOf(options)).loss(targets)
  const said = readEnsemble(outputs, ensembleOf(options))
  const slopes = conservativeSlopes(said.values, { count, members, repeat, values: batch.value })
  const all = said.gradients(slopes.map(slope => (conservatism * slope) / count))
  gradients.forEach((value, place) => (all[place] = (all[place] ?? 0) + value))
  await critic.backward(rows, all)
  await critic.optimStep({ learningRate: criticRate })
  return loss
}

/** r + γ min Q′(s′, a*) over some members, a* the best optimised action; 0 after a terminal ending. */
async function temporalTargets(agent: Agent, batch: ReplayRows, key: Key): Promise<Float32Array> {
  const { sizes, options, network } = agent
  const next = await agent.act(batch.nextObservation, rowKeys(key, batch.reward.length))
  const rows = besideRows([batch.nextObservation, sizes.observation], [next, sizes.action])
  const least = leastOf(
    readEnsemble(await network('critic-target').forward(rows), ensembleOf(options)).values,
    options,
    key,
  )
  return bootstrapped(batch, least, options.discount)
}

/** The least value of `subsample` members, which the key draws. @param values [rows × members] */
export function leastOf(
  values: Float32Array,
  { members, subsample }: { readonly members: number; readonly subsample: number },
  key: Key,
): Float32Array {
  const drawn = randomFrom(derive(key, 'members'))
    .shuffle(Array.from({ length: members }, (_, member) => member))
    .slice(0, subsample)
  return Float32Array.from({ length: values.length / members }, (_, row) =>
    Math.min(...drawn.map(member => values[row * members + member] ?? 0)),
  )
}

/**
 * Of Σ over rows and members of ln Σ exp max(Q(s, a), V) − Q(s, data), by Q: V, the return that followed, holds for the policy's actions
 * alone.
 *
 * @param said [(count + 2 · count · repeat) × members]: of the data, of the policy's actions, of uniform ones.
 * @param values [count]
 */
export function conservativeSlopes(
  said: Float32Array,
  { count, members, repeat, values }: { count: number; members: number; repeat: number; values: Float32Array },
): Float32Array {
  const slopes = new Float32Array(said.length)
  for (let row = 0; row < count; row += 1) {
    const bound = values[row] ?? 0
    for (let member = 0; member < members; member += 1) {
      const others = Array.from({ length: 2 * repeat }, (_, index) => {
        const ofPolicy = index < repeat
        const start = ofPolicy ? count : count * (1 + repeat)
        const place = (start + row * repeat + (index % repeat)) * members + member
        const value = said[place] ?? 0
        const held = ofPolicy && value < bound
        return { place, held, value: held ? bound : value }
      })
      const chances = softmax(Float32Array.from(others, ({ value }) => value))
      for (const [index, { place, held }] of others.entries()) slopes[place] = held ? 0 : nth(chances, index)
      slopes[row * members + member] = -1
    }
  }
  return slopes
}
