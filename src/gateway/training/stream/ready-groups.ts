/** Which pieces are learnt from together. Pure. */
import { groupBy } from '../../../math/group-by.ts'
import type { TurnLearner } from '../../../methods/turns/turn-method.ts'
import type { LoggedTurn } from './logged-turn.ts'
import type { Piece } from './pieces.ts'

interface ReadyOptions extends Pick<TurnLearner, 'unit' | 'sessions'> {
  readonly isReady: (turn: LoggedTurn) => boolean
  /** Whether it is too old to be trained on. */
  readonly isStale: (turn: LoggedTurn) => boolean
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Where sessions are the unit, ended ones of a task wait for each other, until one is silent for long or too old; those without a task are alone. */
export function readyGroups(
  pieces: Iterable<Piece>,
  { unit, sessions, isReady, isStale, now }: ReadyOptions,
): readonly (readonly Piece[])[] {
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
    const isLate = rest.some(
      ({ ended, turns }) => now - (ended?.at ?? now) > sessions.idleMinutes * 60_000 || turns.every(isStale),
    )
    return isLate ? [...whole, rest] : whole
  })
}
