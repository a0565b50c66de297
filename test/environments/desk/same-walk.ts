/** One episode in both worlds, as long as they agree. */
import { heldByDesk, openDesk } from '../../../environments/desk/page/desk-in-browser.ts'
import { beginDesk, fullText, playAction } from '../../../environments/desk/kernel/play.ts'
import type { DeskState } from '../../../environments/desk/screen/state.ts'
import type { DeskTask } from '../../../environments/desk/tasks/task.ts'
import type { PagePool } from '../../../src/browser/pool.ts'

export interface Walk {
  readonly actions: readonly string[]
  /** The first difference, with both sides; `null` if there is none. */
  readonly difference: string | null
}

/** @param choose the next action; `null` ends the episode. */
export async function sameWalk(
  pages: Pick<PagePool, 'open'>,
  task: DeskTask,
  choose: (state: DeskState, step: number) => string | null,
): Promise<Walk> {
  const page = await openDesk(pages, task)
  const actions: string[] = []
  let { state } = beginDesk(task, 'full')
  try {
    for (let error = '', fault = ''; ;) {
      const { text, held } = await page.look()
      const difference =
        differenceOf('error', error.split(':')[0], fault.split(':')[0]) ??
        differenceOf('text', text, fullText(state)) ??
        differenceOf('state', JSON.stringify(held), JSON.stringify(heldByDesk(state)))
      const action = difference === null ? choose(state, actions.length) : null
      if (action === null) return { actions, difference }
      actions.push(action)
      error = await page.act(action)
      const played = playAction(state, action, 'full')
      state = played.state
      fault = played.fault === null ? '' : String(played.fault)
    }
  } finally {
    await page.close()
  }
}

function differenceOf(what: string, found: string | undefined, wanted: string | undefined): string | null {
  if (found === wanted) return null
  const [one, other] = [found, wanted].map(text => (text ?? '').split(what === 'text' ? '\n' : /(?=,")/))
  const at = (one ?? []).findIndex((line, index) => line !== other?.[index])
  return `${what}: in the browser ${one?.[at] ?? 'nothing'}, in the pure desk ${other?.[at] ?? 'nothing'}`
}
