/** When a turn is the one that a request speaks of. Pure. */
import { isAnswer, answerText, type AnswerItem, type HistoryItem } from './item.ts'
import type { KnownTurn } from './turn.ts'

/** What a model wrote at the beginning of a history. */
export function answerAt(history: readonly HistoryItem[]): readonly AnswerItem[] {
  const end = history.findIndex(item => !isAnswer(item))
  return history.slice(0, end < 0 ? history.length : end).filter(isAnswer)
}

/** Whether a client that was cut off may hold this of an answer: some of its text, and calls that it has. */
export function isBeginningOf(held: readonly AnswerItem[], answer: readonly AnswerItem[]): boolean {
  const ids = new Set(answer.map(item => (item.kind === 'call' ? item.id : '')))
  const isThere = (item: AnswerItem): boolean => item.kind === 'assistant' || ids.has(item.id)
  return held.length > 0 && answerText(answer).startsWith(answerText(held)) && held.every(isThere)
}

/** Of turns that look alike, those of the same prompt come first, then those that nothing follows yet, then the latest. */
export function preferred(turns: readonly KnownTurn[], prompt: string): KnownTurn | undefined {
  const rank = ({ request, isContinued }: KnownTurn): number =>
    (request.prompt === prompt ? 2 : 0) + (isContinued ? 0 : 1)
  const most = Math.max(...turns.map(rank))
  return turns.findLast(turn => rank(turn) === most)
}

/**
 * The turn that a request with the same body repeats. Equal conversations at once ask for the same, too: one of them is a repeat only if
 * its client says so, or names the session, or did not get the whole answer; and of no turn that it has gone on from.
 */
export function repeatedTurn(turns: readonly KnownTurn[], isRetry: boolean): KnownTurn | undefined {
  const open = turns.filter(({ isContinued }) => !isContinued)
  const isLost = ({ delivery }: KnownTurn): boolean => delivery === 'cut' || delivery === 'failed'
  return open.findLast(isLost) ?? open.findLast(({ request }) => isRetry || request.session !== null)
}
