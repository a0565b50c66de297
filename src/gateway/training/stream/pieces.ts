/**
 * Turns that may be trained on, in pieces of sessions that end together. Of more than may wait the newest are left out: those before them
 * have verdicts, or get them first, and would be left out with these where turns come faster than verdicts.
 */
import type { OutcomeLine } from '../../journal.ts'
import type { TurnLearner } from '../../../methods/turns/turn-method.ts'
import type { LoggedTurn } from './logged-turn.ts'

/** Turns of a session that end together: those since it began, or since the last outcome. */
export interface Piece {
  readonly session: string
  task: string | null
  /** Of its last turn, milliseconds since 1970. */
  at: number
  /** Those whose next state is known, or that have ended without, in order. */
  readonly turns: LoggedTurn[]
  /** There was no room for one of its turns, where sessions are trained on as a whole. */
  isLeft: boolean
  /** Those that nothing has followed yet. */
  readonly open: Map<string, LoggedTurn>
  /** `null` while it goes on. */
  ended: Pick<OutcomeLine, 'outcome' | 'at'> | null
}

export type Pieces = ReturnType<typeof createPieces>

/** @param most turns that wait. */
export function createPieces(most: number, unit: TurnLearner['unit']) {
  /** By session. */
  const current = new Map<string, Piece>()
  /** In the order of their beginnings. */
  const all = new Set<Piece>()
  const left = new Map<string, number>()
  /** Turns of all pieces. */
  let count = 0

  function leave(reason: string, more = 1): void {
    left.set(reason, (left.get(reason) ?? 0) + more)
  }

  /** One with nothing to train on is no longer needed once it has ended. */
  function tidy(piece: Piece): void {
    if (piece.turns.length === 0 && piece.ended !== null) all.delete(piece)
  }

  /** A session that waits alone may have more. */
  const isFull = ({ turns: own }: Piece): boolean => count >= most && count > own.length

  function replace({ turns }: Piece, others: readonly LoggedTurn[]): void {
    count += others.length - turns.length
    turns.splice(0, Infinity, ...others)
  }

  return {
    /** All turns of all pieces. */
    waiting: (): readonly LoggedTurn[] => [...all].flatMap(({ turns }) => turns),
    ...{ current, all, leave },
    /** Turns left out that no training has told of, by reason. */
    left: (): Readonly<Record<string, number>> => Object.fromEntries(left),
    /** The piece of a session that is under way; a new one if there is none. */
    underWay: (session: string, at: number): Piece => {
      const found = current.get(session)
      if (found !== undefined) return found
      const piece: Piece = { session, task: null, at, turns: [], isLeft: false, open: new Map(), ended: null }
      current.set(session, piece)
      all.add(piece)
      return piece
    },
    /** One turn that is learnt from by itself, also where there is no room. */
    add: (turn: LoggedTurn, at: number): void => {
      const { session } = turn
      const ended = { outcome: null, at }
      all.add({ session, task: null, at, turns: [turn], isLeft: false, open: new Map(), ended })
      count += 1
    },
    keep: (piece: Piece, turn: LoggedTurn): void => {
      if (!piece.isLeft && !isFull(piece)) {
        count += 1
        return void piece.turns.push(turn)
      }
      const { length: before } = unit === 'session' ? piece.turns : []
      piece.isLeft = unit === 'session'
      if (piece.isLeft) replace(piece, [])
      leave('no room', before + 1)
    },
    end: (piece: Piece, ended: Piece['ended']): void => {
      piece.open.clear()
      piece.ended = ended
      current.delete(piece.session)
      tidy(piece)
    },
    /** Nothing of a session is trained on any more. */
    remove: (session: string): void => {
      current.delete(session)
      for (const piece of all)
        if (piece.session === session) {
          replace(piece, [])
          all.delete(piece)
        }
    },
    /** Turns that are done. @param told how many were left out, by reason: others may have been left out meanwhile. */
    finish: (done: ReadonlySet<string>, told: Readonly<Record<string, number>>): void => {
      for (const piece of all) {
        replace(
          piece,
          piece.turns.filter(({ id }) => !done.has(id)),
        )
        tidy(piece)
      }
      for (const [reason, all] of left) {
        const untold = all - (told[reason] ?? 0)
        if (untold > 0) left.set(reason, untold)
        else left.delete(reason)
      }
    },
  }
}
