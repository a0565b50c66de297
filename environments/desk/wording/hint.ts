/** Where to look, as far as a task's hint tells. */
import { beginDesk, playAction } from '../kernel/play.ts'
import { screenOf } from '../kernel/screen.ts'
import { actionOf } from '../expert/move.ts'
import { planDesk } from '../expert/plan.ts'
import type { DeskTask } from '../tasks/task.ts'
import type { Predicate } from '../tasks/predicate.ts'

/**
 * The names of elements an expert presses for one predicate: of the application; of everything on the way to its screen; and
 * of the first control there. Empty without a hint.
 */
export function hintFor(task: DeskTask, predicate: Predicate): string {
  if (task.hint === 0) return ''
  const alone = 'source' in predicate ? { ...predicate, source: null } : predicate
  const names: string[] = []
  let { state } = beginDesk({ ...task, verifiers: [[alone]], verifier: 0 }, 'changes')
  for (;;) {
    const { next } = planDesk(state)
    if (next === null) break
    const after = playAction(state, actionOf(state, next, 'calls'), 'changes').state
    const isOnTheWay = after.spot !== state.spot
    if (next.kind !== 'scroll') {
      if (!isOnTheWay && task.hint < 3) break
      names.push(screenOf(state).elements.find(({ key }) => key === next.key)?.name ?? '')
      if (!isOnTheWay || task.hint === 1) break
    }
    state = after
  }
  return names.length === 0 ? '' : ` (${names.join(', ')})`
}
