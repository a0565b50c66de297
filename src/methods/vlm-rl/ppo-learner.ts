/** PPO as a learner: from the steps of an iteration, several times over; it keeps nothing but its networks. */
import type { NetworkHandle } from '../../contracts/models/network-handle.ts'
import { nth } from '../../math/nth.ts'
import { derive, randomFrom } from '../../math/random.ts'
import { stepAdvantagesOf } from '../control/advantages.ts'
import { scaled } from '../control/control-world.ts'
import { rowsAt } from '../control/rows.ts'
import { networkTraining } from '../kit/rows-alone.ts'
import type { LearnerLab, PlayedSteps, TakeSteps } from './learner.ts'
import { ppoUpdate, type PpoBatch } from './ppo.ts'
import { takenActions } from './taken-actions.ts'

export const takeForPpo: TakeSteps = (lab, played) => {
  const { root, config, network } = lab
  const { iteration, rows, learningRate } = played
  const { ppo, batch } = config.methodOptions
  const rewards = rows.rewards.slice()
  const learn = async () => {
    const batchAt = await batchesOf(lab, { ...played, rows: { ...rows, rewards } })
    const agent = { network, learningRate, clip: ppo.clip, entropy: ppo.entropy }
    const all = Array.from(rewards.keys())
    const sums = { loss: 0, value: 0, entropy: 0, kl: 0, clipShare: 0 }
    let updates = 0
    for (let epoch = 0; epoch < ppo.epochs; epoch += 1) {
      const key = derive(root, 'update', iteration, epoch)
      const order = randomFrom(derive(key, 'order')).shuffle(all)
      for (let from = 0; from < order.length; from += batch) {
        const found = await ppoUpdate(agent, batchAt(order.slice(from, from + batch)), derive(key, 'entropy', from))
        for (const name of ['loss', 'value', 'entropy', 'kl', 'clipShare'] as const) sums[name] += found[name]
        updates += 1
      }
    }
    const known = { samples: ppo.epochs * all.length, updates, learningRate }
    const [loss, kl, clipShare] = [sums.loss / updates, sums.kl / updates, sums.clipShare / updates]
    return {
      models: {
        policy: networkTraining({ ...known, loss, kl, clipShare }),
        value: networkTraining({ ...known, loss: sums.value / updates }),
      },
      entropy: sums.entropy / updates,
    }
  }
  const write = (from: number, reward: Float32Array): void => {
    rewards.set(reward, from)
  }
  return { write, learn }
}

/** What is learnt of any of the rows, by the networks as they are now. */
async function batchesOf(
  { config, network }: LearnerLab,
  { rows, driving }: PlayedSteps,
): Promise<(places: readonly number[]) => PpoBatch> {
  const { ppo, discount, batch } = config.methodOptions
  const { seenSize, sizes } = driving
  const observations = driving.seen(rows.observations)
  const actions = scaled(driving.bounds, rows.controls)
  const values = await forwarded(network('value'), observations, batch)
  const nextValues = await forwarded(network('value'), driving.seen(rows.nextObservations), batch)
  const advantages = stepAdvantagesOf(rows, { values, nextValues }, { ...ppo, discount })
  const { logprobs } = takenActions(await forwarded(network('policy'), observations, batch), actions, sizes.action)
  return places => ({
    observations: rowsAt(observations, seenSize, places),
    actions: rowsAt(actions, sizes.action, places),
    logprobs: Float64Array.from(places, place => nth(logprobs, place)),
    advantages: places.map(place => nth(advantages, place)),
    returns: places.map(place => nth(advantages, place) + nth(values, place)),
  })
}

/** The outputs of all rows, so many at once. */
async function forwarded(network: NetworkHandle, rows: Float32Array, batch: number): Promise<Float32Array> {
  const { inputs, outputs } = network
  const found = new Float32Array((rows.length / inputs) * outputs)
  for (let from = 0; from * inputs < rows.length; from += batch)
    found.set(await network.forward(rows.slice(from * inputs, (from + batch) * inputs)), from * outputs)
  return found
}
