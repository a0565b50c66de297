import type { Environment, ShownScreen } from '../../contracts/worlds/environment.ts'
import { parseTree } from '../../gui/tree/parse-tree.ts'
import { equal, must } from '../law/must.ts'
import type { Law } from '../law/law.ts'
import { isRangeError } from '../../contracts/built-in-error.ts'
import { cloned } from '../../contracts/same-data.ts'
import type { WorldPlayer } from './play.ts'
import type { MakeLaw } from './world-law.ts'

/** Further laws of worlds that are graphical interfaces; none for others. */
export const screenLaws = <Task, State>(
  { screen }: Pick<Environment<Task, State>, 'screen'>,
  law: MakeLaw,
  walk: WorldPlayer<Task, State>['walk'],
): readonly Law[] =>
  screen === undefined
    ? []
    : [
        law('a screen is the text of an accessibility tree, the same each time, and looking changes nothing', play => {
          for (const { state, action } of walk(play).visits) {
            const before = cloned(state)
            const shown = screen(state, action)
            must(isTree(shown), `the screen is no accessibility tree: ${shown.tree}`)
            equal(screen(state, action), shown, 'the screen, asked for once more,')
            equal(screen(state, '').calls, '', 'the calls on a screen without an action')
            equal(state, before, 'the state after looking')
          }
        }),
      ]

function isTree({ tree }: ShownScreen): boolean {
  try {
    parseTree(tree)
    return true
  } catch (error) {
    if (isRangeError(error)) return false
    throw error
  }
}
