import type { Environment, ShownScreen } from '../../contracts/worlds/environment.ts'
import type { World } from '../../contracts/worlds/world.ts'

/** The screens of an episode of a pure world: it is played again, and has none if the texts then differ. */
export const replayedScreens =
  <Task, State>(
    world: Pick<Environment<Task, State>, 'start' | 'step'>,
    screen: (state: State, action: string) => ShownScreen,
  ): NonNullable<World<Task>['screens']> =>
  ({ task, opening, steps }) => {
    const begun = world.start(task)
    if (begun.observation !== opening) return null
    let { state } = begun
    const screens: ShownScreen[] = []
    for (const { action, observation } of steps) {
      screens.push(screen(state, action))
      const after = world.step(state, action)
      if (after.observation !== observation) return null
      state = after.state
    }
    return [...screens, screen(state, '')]
  }
