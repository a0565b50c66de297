import type { Environment, ShownScreen } from '../contracts/worlds/environment.ts'
import { parseTree } from '../gui/tree/parse-tree.ts'
import { equal, must } from './must.ts'
import type { Law } from './law.ts'
import { isRangeError } from '../contracts/built-in-error.ts'
import { cloned } from '../contracts/same-data.ts'

/** Where some play of a world led. */
interface Walked<State> {
  readonly visits: readonly { readonly state: State; readonly action: string }[]
}

/** Further laws of worlds that are graphical interfaces; none for others. */
export const screenLaws = <Task, State>(
  { screen }: Pick<Environment<Task, State>, 'screen'>,
  inEachPlay: (check: (played: Walked<State>) => void) => void,
): readonly Law[] =>
  screen === undefined
    ? []
    : [
        {
          name: 'a screen is the text of an accessibility tree, the same each time, and looking changes nothing',
          check: () =>
            inEachPlay(({ visits }) => {
              for (const { state, action } of visits) {
                const before = cloned(state)
                const shown = screen(state, action)
                must(isTree(shown), `the screen is no accessibility tree: ${shown.tree}`)
                equal(screen(state, action), shown)
                equal(screen(state, '').calls, '')
                equal(state, before)
              }
            }),
        },
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
