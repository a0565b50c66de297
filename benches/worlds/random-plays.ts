import type { Environment } from '../../src/contracts/worlds/environment.ts'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'

/** A state, and the action that is taken there. */
export interface Visit<State> {
  readonly state: State
  readonly action: string
}

/**
 * Episodes of random admissible actions, drawn before anything is timed.
 *
 * @param name of the settings: other ones draw other tasks.
 * @returns [episodes][length], from the first state on.
 */
export function randomPlays<Task, State>(
  world: Environment<Task, State>,
  name: string,
  { episodes, length }: { readonly episodes: number; readonly length: number },
): readonly (readonly [Visit<State>, ...Visit<State>[]])[] {
  return Array.from({ length: episodes }, (_, index) => {
    const random = randomFrom(derive(rootKey(0), name, index))
    const visit = (state: State): Visit<State> => ({ state, action: random.pick(world.admissible(state)) })
    const first = visit(world.start(world.generate('train', random)).state)
    const visits: [Visit<State>, ...Visit<State>[]] = [first]
    for (let last = first; visits.length < length; visits.push(last))
      last = visit(world.step(last.state, last.action).state)
    return visits
  })
}
