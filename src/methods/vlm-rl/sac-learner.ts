/** SAC as a learner: from batches of replay. */
import { derive } from '../../math/random.ts'
import { trained } from '../control/updates.ts'
import type { TakeSteps } from './learner.ts'
import { appendSteps, openReplay, sampleSteps } from './replay.ts'
import { sacUpdate } from './sac.ts'

export const takeForSac: TakeSteps = ({ config, network, root, store }, { iteration, rows, driving, learningRate }) => {
  const { capacity, discount, targetEvery, entropyWeight, batch: count, play } = config.methodOptions
  const replay = openReplay(store, driving, capacity)
  const learn = async () => {
    const sizes = { observation: driving.seenSize, action: driving.sizes.action }
    const agent = { network, sizes, discount, targetEvery, entropyWeight, learningRate }
    const updates = iteration <= play.random ? 0 : play.updates
    const before = (iteration - play.random - 1) * updates
    const sums = { critic: 0, policy: 0, entropy: 0 }
    for (let index = 0; index < updates; index += 1) {
      const key = derive(root, 'update', iteration, index)
      const found = await sacUpdate(agent, sampleSteps(replay, derive(key, 'rows'), count), key, before + index)
      for (const name of ['critic', 'policy', 'entropy'] as const) sums[name] += found[name]
    }
    const mean = (sum: number): number | null => (updates === 0 ? null : sum / updates)
    const trainedBy = (sum: number) => trained({ updates, loss: mean(sum) }, count, learningRate)
    return {
      models: { policy: trainedBy(sums.policy), critic: trainedBy(sums.critic) },
      entropy: mean(sums.entropy),
    }
  }
  return { write: appendSteps(replay, rows, driving), learn }
}
