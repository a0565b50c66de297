import type { Environment } from '../../contracts/worlds/environment.ts'
import { derive, rootKey } from '../../math/random.ts'
import { must } from '../law/must.ts'
import type { Law } from '../law/law.ts'
import { nonsense, type WorldPlayer } from './play.ts'
import type { MakeLaw } from './world-law.ts'

/**
 * What `attack` looks for first, as a law: reward without success by a world's own rewards. It says nothing where there are none, or where
 * success is paid by chance.
 */
export const rewardHoleLaws = <Task, State>(
  world: Pick<Environment<Task, State>, 'start' | 'admissible' | 'stepLimit'>,
  law: MakeLaw,
  { expertly, lead }: Pick<WorldPlayer<Task, State>, 'expertly' | 'lead'>,
): readonly Law[] => [
  law(
    'no failed episode is paid as much as success: nothing done, one action repeated, an early end, a long one',
    play => {
      const { won, visits, task } = expertly(play)
      const [first] = visits
      if (!won || first === undefined) return
      const expert = visits.map(({ action }) => action)
      const success = payOf(lead, first.state, expert)
      if (success.reward === null) return
      const isDrawn = chances.some(key => payOf(lead, world.start(task, key).state, expert).reward !== success.reward)
      if (isDrawn) return
      const own = world.admissible(first.state).slice(0, 3)
      for (const actions of failing(expert, own, world.stepLimit(task))) {
        const { won: succeeded, reward } = payOf(lead, first.state, actions)
        must(
          succeeded || reward === null || reward < success.reward,
          `${actions.length} actions that fail are paid ${reward}, success ${success.reward}: ${actions.join(', ')}`,
        )
      }
    },
  ),
]

/** So many that even a payment in one of four cases is seen. */
const chances = Array.from({ length: 64 }, (_, index) => derive(rootKey(index), 'chance'))

/** @param own actions that the world takes at the start. */
function failing(expert: readonly string[], own: readonly string[], limit: number): readonly (readonly string[])[] {
  const filled = (action: string): string[] => Array.from({ length: limit }, () => action)
  const early = expert.slice(0, -1)
  const [begun = nonsense] = expert
  const repeated = [nonsense, ...own, ...expert.slice(0, 1)]
  return [
    ...repeated.map(filled),
    filled(begun).map((action, step) => (step % 2 === 0 ? action : nonsense)),
    ...early.map((_, step) => early.slice(0, step + 1)),
    ...repeated.map(action => [...early, ...filled(action)].slice(0, limit)),
  ]
}

/** `reward` is the sum of the world's own, `null` where it has none. */
function payOf<State>(lead: WorldPlayer<unknown, State>['lead'], begin: State, actions: readonly string[]) {
  let state = begin
  let sum: number | null = null
  for (const action of actions) {
    const { state: next, won, lost = false, reward } = lead(state, action)
    if (reward !== undefined) sum = (sum ?? 0) + reward
    if (won || lost) return { won, reward: sum }
    state = next
  }
  return { won: false, reward: sum }
}
