/** An episode of a simulator, played here by a function of its state. Pure. */
import type { World } from '../../contracts/worlds/world.ts'
import type { Key } from '../../math/random.ts'

interface SimulatedStep {
  readonly action: string
  /** The observation after it. */
  readonly observation: string
}

export interface SimulatedEpisode {
  readonly opening: string
  readonly steps: readonly SimulatedStep[]
}

/** @param choose the action in a state; `null` ends the episode. @param key of the episode's chance, where the simulator has any. */
export function simulated<Task>(
  { start, step, stepLimit }: NonNullable<World<Task>['simulator']>,
  task: Task,
  choose: (state: unknown) => string | null,
  key?: Key,
): SimulatedEpisode {
  const begun = start(task, key)
  const limit = stepLimit(task)
  const steps: SimulatedStep[] = []
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
