/** The sessions of agents at gateways, and one of them in full. */
import type { PersonsWord, SessionDetail, SessionList, SessionSummary } from '../../contract/sessions.ts'
import { element, fillWith } from '../dom/element.ts'
import { shortNumber } from '../dom/formats.ts'
import { cell, numberCell, numberTitle, row, table, title } from '../dom/table.ts'
import { ask, asking, tell } from '../state/ask.ts'
import type { Store } from '../state/store.ts'
import type { Panel } from '../state/panel.ts'
import { sessionView } from './session-view.ts'

export function sessionsPanel(store: Store): Panel {
  const key = element('input', { type: 'password', id: 'key', autocomplete: 'off' })
  const said = element('span.note', { role: 'status' })
  const list = element('div.scroll.episode-list', { tabindex: 0 })
  const detail = element('div', { class: 'episode' })
  const lists = asking<SessionList>(found => fillWith(list, sessionTable(store, found)))
  const details = asking<SessionDetail | null>(found => showDetail(found))
  let shown = ''

  const give = async (word: PersonsWord): Promise<void> => {
    said.textContent = 'telling the gateway'
    try {
      await tell(word, key.value)
      said.textContent = 'The gateway has it.'
    } catch (error) {
      said.textContent = error instanceof Error ? error.message : String(error)
    }
  }
  const showDetail = (found: SessionDetail | null): void => {
    const now = JSON.stringify(found)
    /* What a person is writing stays. */
    if (now === shown || (found !== null && detail.contains(document.activeElement) && isWriting())) return
    shown = now
    fillWith(
      detail,
      found === null ? element('p.note', 'Choose a session.') : sessionView(found, word => void give(word)),
    )
  }

  return {
    element: element(
      'section',
      element('h2', 'Sessions of agents'),
      element('div.bar', element('label', 'Key of the gateway ', key), said),
      element('div.beside', list, detail),
    ),
    update: async () => {
      /* Asked at every change. */
      if (!(await lists(Symbol(), signal => ask('sessions', {}, signal)))) return
      const { session } = store.view()
      await details(Symbol(), async signal => (session === '' ? null : ask('session', { session }, signal)))
    },
  }
}

const isWriting = (): boolean =>
  document.activeElement instanceof HTMLInputElement && document.activeElement.value !== ''

function sessionTable(store: Store, { sessions, count, notes }: SessionList): HTMLElement {
  if (count === 0 && notes.length === 0) return element('p.note', 'No session: give watch the directory of a gateway.')
  const shown = count > sessions.length ? `The latest ${sessions.length} of ${count} sessions. ` : ''
  return table({
    caption: element('caption.note', `${shown}${notes.join(' ')}`),
    titles: [title('Session'), title('Last turn'), ...['Turns', 'Tokens', 'Verdicts', 'Outcome'].map(numberTitle)],
    rows: sessions.map(each => sessionRow(store, each)),
  })
}

const shortTime = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const

const sessionRow = (store: Store, session: SessionSummary): HTMLElement =>
  row(
    element(
      'button',
      { type: 'button', class: 'link', on: { click: () => store.show({ session: session.id }) } },
      session.name ?? session.id,
    ),
    [
      cell(new Date(session.lastAt).toLocaleString(undefined, shortTime)),
      numberCell(session.turns),
      numberCell(shortNumber(session.tokens)),
      numberCell(`+${session.better} −${session.worse}`),
      numberCell(session.outcome === null ? '–' : shortNumber(session.outcome)),
    ],
    session.id === store.view().session,
  )
