/** How long sessions are kept. Pure. */
import type { AgentSession } from './session.ts'

/** Either may be left out: sessions that were silent for so long go, and of more than so many those that were silent for longest. */
export interface Retention {
  readonly maxSilentMs?: number
  readonly maxSessions?: number
}

const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 }

/** @param text `30d`, `12h`, or a number of sessions. @throws {RangeError} if it is neither. */
export function retentionOf(text: string): Retention {
  const [, digits = '', unit] = /^([1-9]\d{0,8})([hd])?$/.exec(text) ?? []
  if (digits === '')
    throw new RangeError(`retain must be days such as 30d, hours such as 12h, or a number of sessions, got ${text}`)
  return unit === undefined
    ? { maxSessions: Number(digits) }
    : { maxSilentMs: Number(digits) * (unitMs[unit] ?? Number.NaN) }
}

/** @param now milliseconds since 1970. @returns the ids of those that go. */
export function expiredSessions(
  sessions: Iterable<Pick<AgentSession, 'id' | 'lastAt'>>,
  { maxSilentMs = Infinity, maxSessions = Infinity }: Retention,
  now: number,
): readonly string[] {
  return [...sessions]
    .toSorted((one, other) => other.lastAt - one.lastAt)
    .filter(({ lastAt }, index) => index >= maxSessions || now - lastAt > maxSilentMs)
    .map(({ id }) => id)
}
