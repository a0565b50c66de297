import type { Strategy } from './strategy.ts'

/** The response to one death. */
export type Response =
  | { readonly kind: 'stop' }
  | { readonly kind: 'restart'; readonly delayMs: number }
  | { readonly kind: 'escalate'; readonly reason: string }

/** The deaths that count: those within `withinMs` of now. */
export const recentDeaths = (
  strategy: Required<Strategy>,
  deathsMs: readonly number[],
  nowMs: number,
): readonly number[] => (strategy.kind === 'restart' ? deathsMs.filter(atMs => nowMs - atMs < strategy.withinMs) : [])

/**
 * Answers the last of an actor's deaths. The n-th within `withinMs` is answered by a restart after
 * min(firstDelayMs · factorⁿ⁻¹, maxDelayMs), and escalates once n > maxRestarts.
 * Source: the restart intensity of Erlang/OTP's supervisors, with the back-off of Akka's.
 *
 * @param deathsMs when the actor died, this death included.
 */
export function respond(strategy: Required<Strategy>, deathsMs: readonly number[], nowMs: number): Response {
  switch (strategy.kind) {
    case 'stop':
      return { kind: 'stop' }
    case 'escalate':
      return { kind: 'escalate', reason: 'nothing runs without it' }
    case 'restart': {
      const { maxRestarts, withinMs, firstDelayMs, factor, maxDelayMs } = strategy
      const deaths = recentDeaths(strategy, deathsMs, nowMs).length
      if (deaths > maxRestarts)
        return { kind: 'escalate', reason: `more than ${maxRestarts} deaths within ${withinMs} ms` }
      return { kind: 'restart', delayMs: Math.min(firstDelayMs * factor ** Math.max(0, deaths - 1), maxDelayMs) }
    }
  }
}
