/** A desk on which things are called by aliases, in observations and in actions. */
import type { Environment } from '../../../src/contracts/worlds/environment.ts'
import { aliasing } from '../../../src/gui/actions/aliases.ts'
import type { AliasLanguage } from './language.ts'
import type { DeskState } from '../screen/state.ts'
import type { DeskTask } from '../tasks/task.ts'

type Desk = Environment<DeskTask, DeskState>

export function aliased(world: Desk, { known, language }: AliasLanguage): Desk {
  const { tell, tellGiven, read } = aliasing(known, false)
  const told = (state: DeskState, observation: string, before: readonly string[]) => {
    const { text, words } = tell(observation, before)
    return { state: words === state.aliased ? state : { ...state, aliased: words }, observation: text }
  }
  /** Whether a player has seen every name in it; the number of an element may be unseen. */
  const isSayable = (action: string, { aliased: words }: DeskState): boolean =>
    tell(action.replace(/^(\w+) \d+/, '$1'), words).words === words

  const { screen } = world
  return {
    ...world,
    language,
    describe: task => tell(world.describe(task), []).text,
    start: task => {
      const { state, observation } = world.start(task)
      return told(state, observation, [])
    },
    step: (state, action) => {
      const { state: next, observation, won } = world.step(state, read(action, state.aliased))
      return { ...told(next, observation, state.aliased), won }
    },
    admissible: state => {
      const sayable = world.admissible(state).filter(action => isSayable(action, state))
      return [...new Set(sayable.map(action => tellGiven(action, state.aliased)))].sort()
    },
    expert: state => {
      const action = world.expert(state)
      return action === null ? null : tellGiven(action, state.aliased)
    },
    label: (state, action) => world.label(state, read(action, state.aliased)),
    ...(screen === undefined ? {} : { screen: (state, action) => screen(state, read(action, state.aliased)) }),
  }
}
