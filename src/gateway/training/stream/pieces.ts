/** Turns that may be trained on, in pieces of sessions that end together; of more than may wait the oldest are left out. */
import type { OutcomeLine } from '../../journal.ts'
import type { LoggedTurn } from './logged-turn.ts'

/** Turns of a session that end together: those since it began, or since the last outcome. */
export interface Piece {
  readonly session: string
  task: string | null
  /** Of its last turn, milliseconds since 1970. */
  at: number
  /** Those whose next state is known, or that have ended without, in order. */
  readonly turns: LoggedTurn[]
  /** Those that nothing has followed yet. */
  readonly open: Map<string, LoggedTurn>
  /** `null` while it goes on. */
  ended: Pick<OutcomeLine, 'outcome' | 'at'> | null
}

export type Pieces = ReturnType<typeof createPieces>

/** @param most turns that wait. */
export function createPieces(most: number) {
  /** By session. */
  const current = new Map<string, Piece>()
  /** In the order of their beginnings. */
  const all = new Set<Piece>()
  const left = new Map<string, number>()

  function leave(reason: string, count = 1): void {
    left.set(reason, (left.get(reason) ?? 0) + count)
  }

  /** One with nothing to train on is no longer needed once it has ended. */
  function tidy(piece: Piece): void {
    if (piece.turns.length === 0 && piece.ended !== null) all.delete(piece)
  }

  function makeRoom(latest: Piece): void {
    let count = 0
    for (const { turns } of all) count += turns.length
    for (const oldest of all) {
      if (count <= most) break
      if (oldest === latest) continue
      count -= oldest.turns.length
      if (oldest.turns.length > 0) leave('no room', oldest.turns.length)
      oldest.turns.splice(0)
      tidy(oldest)
    }
  }

  return {
    /** All turns of all pieces. */
    waiting: (): readonly LoggedTurn[] => [...all].flatMap(({ turns }) => turns),
    ...{ current, all, leave },
    /** Turns left out since the last training, by reason. */
    left: (): Readonly<Record<string, number>> => Object.fromEntries(left),
    /** The piece of a session that is under way; a new one if there is none. */
    underWay: (session: string, at: number): Piece => {
      const found = current.get(session)
      if (found !== undefined) return found
      const piece: Piece = { session, task: null, at, turns: [], open: new Map(), ended: null }
      current.set(session, piece)
      all.add(piece)
      return piece
    },
    /** One turn that is learnt from by itself, after the others of its session. */
    add: (turn: LoggedTurn, at: number): void => {
      const { session } = turn
      const piece = { session, task: null, at, turns: [turn], open: new Map(), ended: { outcome: null, at } }
      all.add(piece)
      makeRoom(piece)
    },
    keep: (piece: Piece, turn: LoggedTurn): void => {
      piece.turns.push(turn)
      makeRoom(piece)
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
      for (const piece of all) if (piece.session === session) all.delete(piece)
    },
    /** Turns that are done. */
    finish: (done: ReadonlySet<string>): void => {
      for (const piece of all) {
        piece.turns.splice(0, Infinity, ...piece.turns.filter(({ id }) => !done.has(id)))
        tidy(piece)
      }
      left.clear()
    },
  }
}
