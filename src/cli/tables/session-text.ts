import type { HistoryItem } from '../../gateway/history/item.ts'
import type { AgentSession, SessionTurn } from '../../gateway/sessions/session.ts'

/** A session turn by turn. */
export function sessionText({ id, name, outcome, turns }: AgentSession): string {
  const head = `session ${id}${name === null ? '' : ` (${name})`}, outcome ${outcome ?? 'not known'}`
  return [head, ...turns.map(turnText)].join('\n\n')
}

function turnText(turn: SessionTurn): string {
  const { id, at, parent, dialect, promptTokens, answerTokens, version, train, trained, delivery } = turn
  const notes = [
    `${promptTokens} + ${answerTokens} tokens, weights ${version}`,
    ...(delivery === 'whole' ? [] : ['the client left before the end']),
    ...(trained ? ['trained on'] : train ? [] : ['not to be trained on']),
  ]
  return [
    `turn ${id}, ${new Date(at).toISOString()}, ${dialect}${parent === null ? '' : `, after ${parent}`}`,
    `  ${notes.join('; ')}`,
    ...turn.asked.map(item => indented(itemText(item))),
    ...turn.choices.flatMap(({ text, calls }) =>
      [...(text === '' && calls.length > 0 ? [] : [`model: ${text}`]), ...calls.map(itemText)].map(indented),
    ),
    ...turn.verdicts.map(({ verdict, reason, by }) => indented(`${signs[verdict]} ${by}: ${reason}`)),
  ].join('\n')
}

const signs = { '-1': '−', '0': '?', '1': '+' }

const indented = (text: string): string => `  ${text.replaceAll('\n', '\n    ')}`

function itemText(item: HistoryItem): string {
  switch (item.kind) {
    case 'user':
      return `user: ${item.text}`
    case 'image':
      return 'user: (a picture)'
    case 'assistant':
      return `model: ${item.text}`
    case 'call':
      return `call ${item.id}: ${item.name}(${item.arguments})`
    case 'result':
      return `result of ${item.id}: ${item.text}`
  }
}
