/** A session of an agent turn by turn, and what a person says of it. */
import type { HistoryItem } from '../../../gateway/history/item.ts'
import type { SessionTurn } from '../../../gateway/sessions/session.ts'
import type { PersonsWord, SessionDetail } from '../../contract/sessions.ts'
import { element, type Child } from '../dom/element.ts'
import { shortNumber } from '../dom/formats.ts'
import { verdictLabel } from './episode-view.ts'
import { turnOf } from '../../../gateway/history/choice-id.ts'

/** @param tell gives a person's word to the gateway. */
export function sessionView(
  { session, gateway, isRunning }: SessionDetail,
  tell: (word: PersonsWord) => void,
): readonly HTMLElement[] {
  const { id, name, turns } = session
  const number = new Map(turns.map((turn, index) => [turn.id, index + 1]))
  return [
    element('h3', `${name ?? id} `, element('small', `in ${gateway}`)),
    outcomeBar(session, isRunning, tell),
    isRunning ? null : element('p.note', 'Its gateway is not running: nothing can be said of it now.'),
    element(
      'ol.steps.turns',
      turns.map((turn, index) => {
        const parent = turn.parent === null ? 0 : (number.get(turnOf(turn.parent)) ?? 0)
        const verdictOf = (verdict: -1 | 1, reason: string) => tell({ session: id, turn: turn.id, verdict, reason })
        return turnItem(turn, { branchOf: parent === index ? null : parent, verdictOf: isRunning ? verdictOf : null })
      }),
    ),
  ].filter(each => each !== null)
}

function outcomeBar(
  { id, outcome }: SessionDetail['session'],
  isRunning: boolean,
  tell: (word: PersonsWord) => void,
): HTMLElement {
  const input = element('input', { type: 'number', min: 0, max: 1, step: 0.01, value: 1, 'aria-label': 'Outcome' })
  const known = outcome === null ? 'Not known yet.' : `Outcome ${shortNumber(outcome)}.`
  const give = (): void => tell({ session: id, outcome: Number(input.value) })
  const button = element('button', { type: 'button', disabled: !isRunning, on: { click: give } }, 'Give outcome')
  return element('p.bar', input, button, element('span.note', `${known} 0 failed, 1 succeeded.`))
}

interface TurnOptions {
  /** The turn that it goes on from, if that is not the one before; 0 for none. */
  readonly branchOf: number | null
  /** `null` where nothing can be said of it. */
  readonly verdictOf: ((verdict: -1 | 1, reason: string) => void) | null
}

function turnItem(turn: SessionTurn, { branchOf, verdictOf }: TurnOptions): HTMLElement {
  const { promptTokens, answerTokens, version, delivery, train, trained, verdicts, choices, asked } = turn
  const notes = [
    new Date(turn.at).toLocaleTimeString(),
    `read ${promptTokens}, wrote ${answerTokens} tokens`,
    `weights ${version}`,
    ...(branchOf === null ? [] : [branchOf === 0 ? 'begins anew' : `branches off turn ${branchOf}`]),
    ...(delivery === 'whole' ? [] : ['the client left before the end']),
    ...(trained ? ['trained on'] : train ? [] : ['not to be trained on']),
  ]
  return element(
    'li',
    asked.map(item => element('p.observation', itemText(item))),
    choices.map(({ text, calls }) => [
      text === '' && calls.length > 0 ? null : element('p.action', text === '' ? '(nothing)' : text),
      calls.map(call => element('p.action', itemText(call))),
    ]),
    element(
      'p.verdicts',
      verdicts.map(({ verdict: value, reason, by }) => [
        verdictLabel({ value, reason: by === 'person' ? `you: ${reason}` : reason }),
        ' ',
      ]),
      element('span.numbers', notes.join(' · ')),
    ),
    verdictOf === null ? null : verdictBar(verdictOf),
  )
}

function verdictBar(give: (verdict: -1 | 1, reason: string) => void): HTMLElement {
  const reason = element('input', { type: 'text', placeholder: 'reason', 'aria-label': 'Reason', maxlength: 2000 })
  const button = (verdict: -1 | 1, text: Child): HTMLElement =>
    element('button', { type: 'button', on: { click: () => give(verdict, reason.value) } }, text)
  return element('p.say', button(1, '+ good'), button(-1, '− bad'), reason)
}

function itemText(item: HistoryItem): string {
  switch (item.kind) {
    case 'user':
      return item.text
    case 'image':
      return '(a picture)'
    case 'assistant':
      return `model: ${item.text}`
    case 'call':
      return `${item.name}(${item.arguments})`
    case 'result':
      return `→ ${item.text}`
  }
}
