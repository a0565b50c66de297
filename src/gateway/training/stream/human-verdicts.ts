/** Verdicts of people, each of which is learnt from once. */
import type { TurnLearner } from '../../../methods/turns/turn-method.ts'
import type { TrainedLine, VerdictLine } from '../../journal.ts'
import type { Pieces } from './pieces.ts'
import type { SessionTurns } from './session-turns.ts'

interface Hearing {
  readonly known: Pick<SessionTurns, 'find'>
  readonly pieces: Pieces
  readonly unit: TurnLearner['unit']
}

/** A turn that was left out, or trained on before, is learnt from by what the person says alone. */
export function hear({ known, pieces, unit }: Hearing, { id, verdict, reason, at }: VerdictLine): void {
  const turn = known.find(id)?.turn
  if (turn?.train !== true || (turn.human?.verdict === verdict && turn.human.reason === reason)) return
  turn.human = { verdict, reason, at }
  if (pieces.waiting().includes(turn)) return
  const open = pieces.current.get(turn.session)?.open
  /* It is learnt from with its session. */
  if (open?.has(id) === true && unit === 'session') return
  open?.delete(id)
  pieces.add(turn, at)
}

/** Turns are done, except for those of which something was said while they were trained on. */
export function finish(pieces: Pieces, { turns, heard = {}, dropped }: TrainedLine): void {
  const done = new Set(turns)
  const unheard = pieces.waiting().filter(({ id, human }) => done.has(id) && human !== null && human.at !== heard[id])
  pieces.finish(done, dropped)
  for (const turn of unheard) pieces.add(turn, turn.human?.at ?? turn.at)
}
