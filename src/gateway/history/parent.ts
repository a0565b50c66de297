/** Which of the known turns a request goes on from. */
import { formsOf } from './form.ts'
import type { AnswerItem, HistoryItem } from './item.ts'
import type { KnownTurns } from './known-turns.ts'
import { answerAt, isBeginningOf, preferred } from './match.ts'
import type { KnownTurn, PlacedRequest } from './turn.ts'

/** Where a request's session is, and which turns it may go on from. */
interface Scope {
  readonly session: string | null
  readonly has: (turn: KnownTurn) => boolean
}

interface Parent {
  readonly turn: KnownTurn
  /** Its answer, as the client has it. */
  readonly held: readonly AnswerItem[]
  readonly fresh: readonly HistoryItem[]
}

/** @throws {UnknownReference} if the request follows an answer that is not here. */
export function scopeOf(
  known: KnownTurns,
  { session: name, previous }: PlacedRequest,
  sent: readonly HistoryItem[],
): Scope {
  if (previous !== null) return { session: known.referred(previous).session, has: () => true }
  if (name !== null)
    return { session: known.named(name)[0]?.session ?? null, has: ({ request }) => request.session === name }
  const owners = sent.flatMap(item => (item.kind === 'call' ? (known.withCall(item.id) ?? []) : []))
  const session = owners.at(-1)?.session ?? null
  return { session, has: turn => (session === null ? turn.request.session === null : turn.session === session) }
}

/** The deepest turn with whose history and answer this history begins; `null` if there is none. */
export function parentOf(
  known: KnownTurns,
  { has }: Scope,
  { history, prompt }: { readonly history: readonly HistoryItem[]; readonly prompt: string },
): Parent | null {
  const forms = formsOf(history)
  for (let at = history.length; at > 0; at -= 1) {
    const form = forms[at] ?? ''
    const [answers, questions] = [known.answered(form), known.asked(form)]
    /* What follows is as long as the history. */
    if (answers.length + questions.length === 0) continue
    const rest = history.slice(at)
    const goesOn = ({ answer }: KnownTurn): boolean => answer.length > 0 || rest.length > 0
    const answered = answers.filter(turn => has(turn) && goesOn(turn))
    const whole = preferred(answered, prompt)
    if (whole !== undefined) return { turn: whole, held: whole.answer, fresh: rest }
    const held = answerAt(rest)
    const isHeld = (turn: KnownTurn): boolean => turn.delivery === 'cut' && isBeginningOf(held, turn.answer)
    const asked = questions.filter(turn => has(turn) && isHeld(turn))
    const cut = preferred(asked, prompt)
    if (cut !== undefined) return { turn: cut, held, fresh: rest.slice(held.length) }
  }
  return null
}
