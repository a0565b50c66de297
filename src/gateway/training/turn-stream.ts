/**
 * The state of training, from the lines of a journal alone: which turns wait for verdicts, for the end of their session or for others of
 * their task, and which are trained on next. The same lines give the same state, after a crash as before. Pure but for itself.
 */
import { sameData } from '../../contracts/same-data.ts'
import { afterTraining, type VersionHistory } from '../../learning/staleness.ts'
import { groupBy } from '../../math/group-by.ts'
import type { TurnLearner } from '../../methods/turns/turn-method.ts'
import { choiceItems } from '../answers/agent-answer.ts'
import type { JournalLine, OutcomeLine, TrainedLine, TurnLine } from '../journal.ts'
import { spokenIn, type LoggedTurn } from './logged-turn.ts'
import { choiceId } from '../history/choice-id.ts'

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

export type TurnStream = ReturnType<typeof createTurnStream>

type Learner = Pick<TurnLearner, 'unit' | 'verdicts' | 'hints' | 'sessions'> & {
  readonly settings: Pick<TurnLearner['settings'], 'turns'>
}

/** @param maxSessions whose turns can be gone on from. */
export function createTurnStream({ unit, verdicts, hints, sessions, settings }: Learner, maxSessions: number) {
  const { batch, waiting, staleness } = settings.turns
  const known = new Map<string, Map<string, { readonly turn: LoggedTurn; readonly items: unknown }>>()
  const places = new Map<string, string>()
  /** By session. */
  const current = new Map<string, Piece>()
  /** All with turns that may be trained on, in the order of their beginnings. */
  const pieces = new Set<Piece>()
  const left = { full: 0 }
  let trained: Pick<TrainedLine, 'policy' | 'rewardModel'> = { policy: null, rewardModel: null }
  let versions: Record<'policy' | 'rewardModel', VersionHistory> = { policy: { ends: [0] }, rewardModel: { ends: [0] } }

  const age = ({ version }: LoggedTurn): number => versions.policy.ends.filter(end => end > version).length
  const isReady = (turn: LoggedTurn): boolean =>
    (verdicts === null && hints === null) || turn.judgement !== null || turn.next === null || age(turn) > staleness

  function pieceOf(session: string, at: number): Piece {
    const found = current.get(session)
    if (found !== undefined) return found
    const piece: Piece = { session, task: null, at, turns: [], open: new Map(), ended: null }
    current.set(session, piece)
    pieces.add(piece)
    return piece
  }

  function logged(line: TurnLine): void {
    const { id, session, at, parent, held, fresh, after, promptTokens, sampled, answer, train } = line
    const own = known.get(session) ?? new Map<string, { readonly turn: LoggedTurn; readonly items: unknown }>()
    known.delete(session)
    known.set(session, own)
    const asked = fresh.at(-1) ?? null
    if (parent !== null) followed(parent, held, spokenIn(asked))
    const before = after === null ? null : (turnOf(after)?.turn ?? null)
    const piece = pieceOf(session, at)
    /* One that was cut off is sampled again where it is asked for again, and takes its own place. */
    const isNew = (turn: string): boolean => !own.has(turn) || piece.open.has(turn)
    piece.at = at
    piece.task ??= line.task
    for (const [index, { tokens, logprobs, version }] of sampled.entries()) {
      const choice = answer.choices[index]
      const turnId = choiceId(id, index)
      const turn: LoggedTurn = {
        ...{ id: turnId, session, at, before, prompt: promptTokens, asked },
        ...{ answer: tokens, logprobs, version, next: null, judgement: null },
        isOffered: index === 0,
        /* One whose prompt is not all there cannot be. */
        train: train && (after === null || before !== null) && tokens.length > 0 && isNew(turnId),
      }
      own.set(turn.id, { turn, items: choice === undefined ? [] : choiceItems(choice) })
      places.set(turn.id, session)
      piece.open.set(turn.id, turn)
    }
    const [silent] = known.keys()
    if (known.size > maxSessions && silent !== undefined) forget(silent)
  }

  const turnOf = (id: string) => known.get(places.get(id) ?? '')?.get(id)

  /** The next request of its session came; if the client holds a part of the answer alone, nothing is learnt from it. */
  function followed(id: string, held: unknown, next: string): void {
    const found = turnOf(id)
    if (found === undefined) return
    const piece = current.get(found.turn.session)
    if (piece?.open.delete(id) !== true) return
    found.turn.next = next
    if (found.turn.train && sameData(found.items, held)) keep(piece, found.turn)
  }

  function keep(piece: Piece, turn: LoggedTurn): void {
    piece.turns.push(turn)
    let count = 0
    for (const { turns } of pieces) count += turns.length
    for (const oldest of pieces) {
      if (count <= waiting) break
      if (oldest === piece) continue
      count -= oldest.turns.length
      left.full += oldest.turns.length
      drop(oldest)
    }
  }

  function drop(piece: Piece): void {
    piece.turns.splice(0)
    if (piece.ended !== null) pieces.delete(piece)
  }

  function ended({ session, outcome, observation, at }: OutcomeLine): void {
    const piece = current.get(session)
    if (piece === undefined) return
    const leaves = [...piece.open.values()].filter(({ train, isOffered }) => train && isOffered)
    for (const leaf of leaves) {
      leaf.next = leaf === leaves.at(-1) ? observation : null
      if (unit === 'session' || leaf.next !== null) keep(piece, leaf)
    }
    piece.open.clear()
    piece.ended = { outcome, at }
    current.delete(session)
    if (piece.turns.length === 0) pieces.delete(piece)
  }

  function forget(session: string): void {
    for (const id of known.get(session)?.keys() ?? []) places.delete(id)
    known.delete(session)
    const piece = current.get(session)
    if (piece === undefined) return
    ended({ kind: 'outcome', session, at: piece.at, outcome: null, observation: null, by: 'silence' })
  }

  /** Nothing of it is trained on any more. */
  function remove(session: string): void {
    for (const id of known.get(session)?.keys() ?? []) places.delete(id)
    known.delete(session)
    current.delete(session)
    for (const piece of pieces) if (piece.session === session) pieces.delete(piece)
  }

  function judged({ id, verdicts, hints, fault }: Extract<JournalLine, { kind: 'judged' }>): void {
    const turn = turnOf(id)?.turn ?? [...pieces].flatMap(({ turns }) => turns).find(each => each.id === id)
    if (turn !== undefined) turn.judgement = { verdicts, hints, fault }
  }

  function done({ turns, policy, rewardModel }: TrainedLine): void {
    const gone = new Set(turns)
    for (const piece of pieces) {
      const rest = piece.turns.filter(({ id }) => !gone.has(id))
      piece.turns.splice(0, Infinity, ...rest)
      if (rest.length === 0 && piece.ended !== null) pieces.delete(piece)
    }
    const since = (role: 'policy' | 'rewardModel', version: number | null): VersionHistory =>
      version === trained[role] ? versions[role] : afterTraining(versions[role], version, staleness + 1)
    versions = { policy: since('policy', policy), rewardModel: since('rewardModel', rewardModel) }
    trained = { policy, rewardModel }
    left.full = 0
  }

  /** What weights drew that were never kept is as old as what the kept ones' predecessors drew: its ratio corrects it. */
  function begun(): void {
    for (const { turns, open } of pieces)
      for (const turn of [...turns, ...open.values()])
        if (turn.version > (trained.policy ?? 0)) turn.version = (trained.policy ?? 0) - 1
  }

  /** Groups of pieces that end together; those without a task are alone. */
  function readyGroups(now: number): readonly (readonly Piece[])[] {
    if (unit === 'turn') return [...pieces].filter(({ turns }) => turns.some(isReady)).map(piece => [piece])
    const ready = [...pieces].filter(({ ended, turns }) => ended !== null && turns.length > 0 && turns.every(isReady))
    const byTask = groupBy(ready, ({ task, session, ended }) =>
      task === null || ended?.outcome === null ? `session ${session} ${ended?.at}` : `task ${task}`,
    )
    return [...byTask].flatMap(([key, all]) => {
      const size = key.startsWith('task') ? sessions.group : 1
      const whole = Array.from({ length: Math.floor(all.length / size) }, (_, at) =>
        all.slice(at * size, (at + 1) * size),
      )
      const rest = all.slice(whole.length * size)
      const isLate = rest.some(({ ended }) => now - (ended?.at ?? now) > sessions.idleMinutes * 60_000)
      return isLate ? [...whole, rest] : whole
    })
  }

  return {
    ...{ left, remove },
    read: (line: JournalLine): void => {
      if (line.kind === 'turn') logged(line)
      else if (line.kind === 'outcome') ended(line)
      else if (line.kind === 'judged') judged(line)
      else if (line.kind === 'trained') done(line)
      else if (line.kind === 'begun') begun()
    },
    versions: () => versions,
    trained: () => trained,
    /** Those to be judged next, at most so many. */
    withoutVerdicts: (count: number): readonly LoggedTurn[] =>
      [...pieces].flatMap(({ turns }) => turns.filter(turn => !isReady(turn))).slice(0, count),
    /** Those to train on, in groups; `null` until there are enough. */
    batch: (
      now: number,
    ): readonly (readonly { readonly piece: Piece; readonly turns: readonly LoggedTurn[] }[])[] | null => {
      const groups = readyGroups(now).map(group => group.map(piece => ({ piece, turns: piece.turns.filter(isReady) })))
      const count = groups.flat().reduce((sum, { turns }) => sum + turns.length, 0)
      return count >= batch ? groups : null
    },
    /** Those under way, for rules that say when they end. */
    underWay: (): readonly Piece[] => [...current.values()],
  }
}
