/** What a person's page reports for the moves of the expert. */
import { screenOf } from '../../../../environments/desk/kernel/screen.ts'
import { used, type ControlEvent } from '../../../../environments/desk/kernel/use.ts'
import { planDesk } from '../../../../environments/desk/expert/plan.ts'
import { sourceKey, type DeskState } from '../../../../environments/desk/screen/state.ts'

/** Until the task is won. The expert is told that everything was read. */
export function expertEvents(begun: DeskState): readonly ControlEvent[] {
  const events: ControlEvent[] = []
  const { contacts, mails } = begun.data
  const read = [
    ...contacts.map(({ id }) => sourceKey({ kind: 'phone', contact: id })),
    ...mails.map(({ id }) => sourceKey({ kind: 'code', mail: id })),
  ]
  for (let state = { ...begun, read }; ;) {
    const { next } = planDesk(state)
    if (next === null) return events
    const event = eventOf(state, next)
    events.push(event)
    state = { ...used(state, event), read }
  }
}

function eventOf(state: DeskState, move: NonNullable<ReturnType<typeof planDesk>['next']>): ControlEvent {
  if (move.kind === 'scroll') return { kind: 'turn', pixels: move.y }
  if (move.kind !== 'click') return { kind: 'change', key: move.key, value: move.value }
  const sets = screenOf(state).elements.find(({ key }) => key === move.key)?.sets
  return sets === undefined ? { kind: 'press', key: move.key } : { kind: 'change', key: sets.draft, value: sets.value }
}
