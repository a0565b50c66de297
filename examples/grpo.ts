/**
 * GRPO as a loop: each iteration plays groups of episodes, and trains on each episode by how much better it ended than its group.
 * The same numbers as `train` with the method `grpo`.
 * Source: DeepSeekMath, arXiv 2402.03300, section 4.1, with outcomes ±1.
 */
import { fileURLToPath } from 'node:url'
import { learningRateAt, minibatchesOf, objectiveOf, openLab, standardise } from 'rlanything'
import type { Advantages, LabOptions } from 'rlanything'

/** Advantages of the episodes of a group; one that was won, or lost, by all teaches nothing. */
const advantages: Advantages = group => {
  const standardised = standardise(group.map(({ episode }) => (episode.won ? 1 : -1)))
  return standardised.map(each => (each === 0 ? null : each))
}

/** Yields of each iteration the share of its episodes that were won, and the loss. */
export async function* grpo({ settings = {}, ...options }: LabOptions) {
  await using lab = await openLab({ ...options, settings: { ...settings, method: 'grpo' } })
  const { policy: trained, iterations } = lab.config
  const policy = lab.model('policy')
  for (let iteration = 1; iteration <= iterations; iteration += 1) {
    const groups = await lab.groups({ iteration })
    const examples = await lab.examples(groups, advantages, { iteration })
    const learningRate = learningRateAt(trained, iteration, iterations)
    const sums = { loss: 0, weight: 0 }
    for (const batch of minibatchesOf(examples, trained.minibatches)) {
      const { loss, weight } = await policy.forwardBackward(batch, objectiveOf(trained))
      await policy.optimStep({ learningRate, clipNorm: trained.clipNorm })
      sums.loss += loss
      sums.weight += weight
    }
    const played = groups.flat()
    const success = played.filter(({ episode }) => episode.won).length / played.length
    yield { iteration, success, loss: sums.weight === 0 ? null : sums.loss / sums.weight }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for await (const line of grpo({ world: 'grids', seed: 1 })) console.log(line)
