/** Where to look, as far as a task's hint tells. */
import { beginDesk, playAction } from '../kernel/play.ts'
import { lookAt } from '../kernel/look.ts'
import { actionOf } from '../oracle/move.ts'
import { planDesk } from '../oracle/plan.ts'
import type { DeskTask } from '../tasks/task.ts'
import type { Wish } from '../tasks/wish.ts'

/**
 * The names of what an expert presses for one wish alone: of the application; of everything on the way to its screen; and
 * of the first control there. Empty without a hint.
 */
export function hintFor(task: DeskTask, wish: Wish): string {
  if (task.hint === 0) return ''
  const alone = 'source' in wish ? { ...wish, source: null } : wish
  const names: string[] = []
  let { state } = beginDesk({ ...task, verifiers: [[alone]], verifier: 0 }, 'changes')
  for (;;) {
    const { next } = planDesk(state)
    if (next === null) break
    const after = playAction(state, actionOf(state, next, 'calls'), 'changes').state
    const isOnTheWay = after.spot !== state.spot
    if (next.kind !== 'scroll') {
      if (!isOnTheWay && task.hint < 3) break
      names.push(lookAt(state).elements.find(({ key }) => key === next.key)?.name ?? '')
      if (!isOnTheWay || task.hint === 1) break
    }
    state = after
  }
  return names.length === 0 ? '' : ` (${names.join(', ')})`
}
