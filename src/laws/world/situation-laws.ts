import type { Environment } from '../../contracts/worlds/environment.ts'
import { equal } from '../law/must.ts'
import type { Law } from '../law/law.ts'
import type { WorldPlayer } from './play.ts'
import type { MakeLaw } from './world-law.ts'

/** Further laws of worlds that name their states; none for others. */
export const situationLaws = <Task, State>(
  world: Pick<Environment<Task, State>, 'situation'>,
  law: MakeLaw,
  { walk, lead }: Pick<WorldPlayer<Task, State>, 'walk' | 'lead'>,
): readonly Law[] => {
  const nameOf = (state: State): string | undefined => world.situation?.(state)
  return world.situation === undefined
    ? []
    : [
        law('after the same action states of one name have one name again, and both win or neither', play => {
          const { visits } = walk(play)
          const first = new Map<string | undefined, State>()
          for (const { state } of visits) {
            const twin = first.get(nameOf(state)) ?? state
            first.set(nameOf(state), twin)
            for (const { action } of visits) {
              const [one, other] = [lead(twin, action), lead(state, action)]
              const told = ({ state: next, won }: typeof one) => ({ situation: nameOf(next), won })
              equal(told(other), told(one), `the result of ${action} in a state of the same name`)
            }
          }
        }),
      ]
}
