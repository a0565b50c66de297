/** Episodes that are played here, without a model: by the expert of a world, and at random. Pure. */
import type { World } from '../../contracts/worlds/world.ts'
import { randomFrom, type Key } from '../../math/random.ts'

interface TriedStep {
  readonly action: string
  /** The observation after it. */
  readonly observation: string
}

export interface TriedEpisode {
  readonly opening: string
  readonly steps: readonly TriedStep[]
}

/**
 * A task as one wins it and as one loses it. A world without an expert cannot be played here: of its tasks the description alone is
 * known, and every turn up to the limit counts as empty.
 *
 * @returns two episodes, or one.
 */
export function tryTask<Task>(world: World<Task>, task: Task, key: Key): readonly TriedEpisode[] {
  const { simulator } = world
  if (simulator === undefined) {
    const steps = Array.from({ length: world.stepLimit(task) }, () => ({ action: '', observation: '' }))
    return [{ opening: world.describe(task), steps }]
  }
  const random = randomFrom(key)
  const atRandom = (actions: readonly string[]): string | null => (actions.length === 0 ? null : random.pick(actions))
  return [
    play(simulator, task, state => simulator.expert(state)),
    play(simulator, task, state => atRandom(simulator.admissible(state)) ?? simulator.expert(state)),
  ]
}

function play<Task>(
  { start, step, stepLimit }: NonNullable<World<Task>['simulator']>,
  task: Task,
  choose: (state: unknown) => string | null,
): TriedEpisode {
  const begun = start(task)
  const limit = stepLimit(task)
  const steps: TriedStep[] = []
  let { state } = begun
  while (steps.length < limit) {
    const action = choose(state)
    if (action === null) break
    const next = step(state, action)
    steps.push({ action, observation: next.observation })
    if (next.won || next.lost === true) break
    ;({ state } = next)
  }
  return { opening: begun.observation, steps }
}
