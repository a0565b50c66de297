/** Calendar: a list of events, an open event, a form for a new one. */
import { button, form as formOf, heading, submitButton, type DeskElement } from '../screen/element.ts'
import { choice, field, inOrder, rows } from '../screen/parts.ts'
import { draftOf, goTo, idIn, labelHere, recordOf, type DeskState } from '../screen/state.ts'
import { amended, freshId, type CalendarEvent } from '../tasks/data.ts'
import { days, hours } from '../tasks/tables.ts'
import type { DeskApp } from './app.ts'

export const calendar: DeskApp = {
  view: state => {
    const { page, item } = state.spot
    if (page === 'open') return form(state, recordOf(state.data.events, item))
    return page === 'new' ? form(state, null) : list(state)
  },
  on: (state, key) => {
    if (key.startsWith('calendar/row')) return goTo(state, 'calendar', 'open', idIn(key))
    if (key === 'calendar/new') return goTo(state, 'calendar', 'new')
    return key === 'calendar/save' ? save(state) : state
  },
}

function list(state: DeskState): readonly DeskElement[] {
  return [
    heading('calendar/heading', 'Events'),
    button('calendar/new', labelHere(state, 'newEvent')),
    rows(state, 'calendar/row', state.data.events, ({ title, day }) => `${title} ${day}`),
  ]
}

/** The title of an existing event stays as it is. */
function form(state: DeskState, saved: CalendarEvent | null): readonly DeskElement[] {
  const fields = {
    ...(saved === null ? { title: field(state, 'calendar', 'title', '') } : {}),
    day: field(state, 'calendar', 'day', saved?.day ?? ''),
    hour: choice(state, 'calendar', 'hour', hours, saved?.hour ?? hours[0]),
  }
  return [
    heading('calendar/heading', saved?.title ?? labelHere(state, 'newEvent')),
    formOf('calendar/form', [
      ...inOrder(state, 'event', fields),
      submitButton('calendar/save', labelHere(state, 'save')),
    ]),
  ]
}

/** An event needs a title, and a day that there is. */
function save(state: DeskState): DeskState {
  const { data, spot } = state
  const saved = spot.page === 'open' ? recordOf(data.events, spot.item) : null
  const title = saved?.title ?? draftOf(state, 'calendar/title', '')
  const day = draftOf(state, 'calendar/day', saved?.day ?? '')
  const hour = draftOf(state, 'calendar/hour', saved?.hour ?? hours[0])
  if (title === '' || !days.includes(day)) return state
  const events =
    saved === null
      ? [...data.events, { id: freshId(data.events), title, day, hour }]
      : amended(data.events, saved.id, { day, hour })
  return goTo({ ...state, data: { ...data, events } }, 'calendar', 'list')
}
