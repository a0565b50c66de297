/**
 * The state of training, from the lines of a journal alone: which turns wait for verdicts, for the end of their session or for others of
 * their task, and which are trained on next. The same lines give the same state, after a crash as before. Pure except for itself.
 */
import { sameData } from '../../../contracts/same-data.ts'
import type { TurnLearner } from '../../../methods/turns/turn-method.ts'
import type { JournalLine, OutcomeLine, TurnLine } from '../../journal.ts'
import { spokenIn, type LoggedTurn } from './logged-turn.ts'
import { finish, hear } from './human-verdicts.ts'
import { loggedTurns } from './logged-turns.ts'
import { createPieces, type Piece } from './pieces.ts'
import { readyGroups } from './ready-groups.ts'
import { createSessionTurns } from './session-turns.ts'
import { createTrainings } from './trainings.ts'

export type TurnStream = ReturnType<typeof createTurnStream>

type Learner = Pick<TurnLearner, 'unit' | 'verdicts' | 'hints' | 'sessions'> & {
  readonly settings: Pick<TurnLearner['settings'], 'turns'>
}

/** @param maxSessions whose turns can be gone on from. */
export function createTurnStream({ unit, verdicts, hints, sessions, settings }: Learner, maxSessions: number) {
  const { batch, waiting, staleness } = settings.turns
  const pieces = createPieces(waiting, unit)
  const trainings = createTrainings(staleness)
  const known = createSessionTurns(maxSessions, session => {
    const piece = pieces.current.get(session)
    if (piece !== undefined) end(piece, { outcome: null, observation: null, at: piece.at })
  })

  const isReady = (turn: LoggedTurn): boolean =>
    (verdicts === null && hints === null) || turn.feedback !== null || turn.next === null || trainings.isStale(turn)

  function logged(line: TurnLine): void {
    const { session, at, parent, held, fresh, after } = line
    if (parent !== null) followed(parent, held, spokenIn(fresh.at(-1)))
    const before = after === null ? null : (known.find(after)?.turn ?? null)
    const piece = pieces.underWay(session, at)
    piece.at = at
    piece.task ??= line.task
    /* One that was cut off is sampled again where it is asked for again, and takes its own place. */
    const turns = loggedTurns(line, before, id => known.find(id) === undefined || piece.open.has(id))
    for (const { turn, reason } of turns) {
      if (reason !== null) pieces.leave(reason)
      piece.open.set(turn.id, turn)
    }
    known.add(session, turns)
  }

  /** The next request of its session came; if the client holds a part of the answer alone, nothing is learnt from it. */
  function followed(id: string, held: unknown, next: string): void {
    const found = known.find(id)
    if (found === undefined) return
    const piece = pieces.current.get(found.turn.session)
    if (piece?.open.delete(id) !== true) return
    found.turn.next = next
    if (found.turn.train && !sameData(found.items, held)) {
      found.turn.train = false
      pieces.leave('held in part')
    }
    if (found.turn.train) pieces.keep(piece, found.turn)
  }

  function end(piece: Piece, { outcome, observation, at }: Pick<OutcomeLine, 'outcome' | 'observation' | 'at'>): void {
    const leaves = [...piece.open.values()].filter(({ train, isOffered }) => train && isOffered)
    for (const leaf of leaves) {
      leaf.next = leaf === leaves.at(-1) ? observation : null
      if (unit === 'session' || leaf.next !== null) pieces.keep(piece, leaf)
    }
    pieces.end(piece, { outcome, at })
  }

  function read(line: JournalLine): void {
    if (line.kind === 'turn') logged(line)
    else if (line.kind === 'outcome') {
      const piece = pieces.current.get(line.session)
      if (piece !== undefined) end(piece, line)
    } else if (line.kind === 'voted') {
      const { id, verdicts: given, hints: hinted, fault } = line
      const turn = known.find(id)?.turn ?? pieces.waiting().find(each => each.id === id)
      if (turn !== undefined) turn.feedback = { verdicts: given, hints: hinted, fault }
    } else if (line.kind === 'verdict') hear({ known, pieces, unit }, line)
    else if (line.kind === 'trained') {
      finish(pieces, line)
      trainings.add(line)
    } else if (line.kind === 'begun')
      for (const { turns, open } of pieces.all) for (const turn of [...turns, ...open.values()]) trainings.lose(turn)
  }

  return {
    ...{ read, left: pieces.left, versions: trainings.versions, trained: trainings.last },
    /** Nothing of a session is trained on any more. */
    remove: (session: string): void => {
      known.forget(session)
      pieces.remove(session)
    },
    /** Those to be voted on next, at most so many, without those whose verdicts are under way. */
    withoutVerdicts: (count: number, underWay: ReadonlyMap<string, unknown> = new Map()): readonly LoggedTurn[] =>
      pieces
        .waiting()
        .filter(turn => !isReady(turn) && !underWay.has(turn.id))
        .slice(0, count),
    /** Those to train on, in groups; `null` until there are enough. */
    batch: (
      now: number,
    ): readonly (readonly { readonly piece: Piece; readonly turns: readonly LoggedTurn[] }[])[] | null => {
      const groups = readyGroups(pieces.all, { unit, sessions, isReady, isStale: trainings.isStale, now }).map(group =>
        group.map(piece => ({ piece, turns: piece.turns.filter(isReady) })),
      )
      const count = groups.flat().reduce((sum, { turns }) => sum + turns.length, 0)
      return count >= batch ? groups : null
    },
    /** Those under way, for rules that say when they end. */
    underWay: (): readonly Piece[] => [...pieces.current.values()],
  }
}
