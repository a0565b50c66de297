/** Episodes that are played here, without a model: by the expert of a world, and at random. Pure. */
import type { World } from '../../contracts/worlds/world.ts'
import { randomFrom, type Key } from '../../math/random.ts'
import { simulated, type SimulatedEpisode } from '../../rollout/episode/simulated.ts'

/**
 * A task as one wins it and as one loses it. A world without an expert cannot be played here: of its tasks the description alone is
 * known, and every turn up to the limit counts as empty.
 *
 * @returns two episodes, or one.
 */
export function tryTask<Task>(world: World<Task>, task: Task, key: Key): readonly SimulatedEpisode[] {
  const { simulator } = world
  if (simulator === undefined) {
    const steps = Array.from({ length: world.stepLimit(task) }, () => ({ action: '', observation: '' }))
    return [{ opening: world.describe(task), steps }]
  }
  const random = randomFrom(key)
  const atRandom = (actions: readonly string[]): string | null => (actions.length === 0 ? null : random.pick(actions))
  return [
    simulated(simulator, task, state => simulator.expert(state)),
    simulated(simulator, task, state => atRandom(simulator.admissible(state)) ?? simulator.expert(state)),
  ]
}
