import fc from 'fast-check'
import type { ThreadStatus } from '../../../src/runtime/waiting/thread-status.ts'

/** What a thread does, or what is done to it, for some time, ms. */
export interface Spell {
  readonly doing: 'runs' | 'waits for a processor' | 'is blocked' | 'is stopped'
  readonly ms: number
}

export const spells = (doing: readonly Spell['doing'][], maxMs = 3_000): fc.Arbitrary<readonly Spell[]> =>
  fc.array(fc.record({ doing: fc.constantFrom(...doing), ms: fc.integer({ min: 1, max: maxMs }) }), { maxLength: 20 })

export const lengthOf = (plan: readonly Spell[]): number => plan.reduce((sum, { ms }) => sum + ms, 0)

/** Time until then that the thread spent on what counts, ms. */
export const spentMs = (plan: readonly Spell[], untilMs: number): number => {
  const { runs, blocked } = until(plan, untilMs)
  return runs + blocked
}

/** The thread as Linux shows it: a wait for a processor is told once it is over. A plan that is over goes on as it ended. */
export function lookOf(plan: readonly Spell[], atMs: number): ThreadStatus {
  const { runs, waited, last } = until(plan, atMs)
  const state = last === 'is blocked' ? 'blocked' : last === 'is stopped' ? 'stopped' : 'ready'
  return { state, ranMs: 1 + runs, waitedMs: waited }
}

function until(plan: readonly Spell[], untilMs: number) {
  let [runs, blocked, waited, pending, leftMs] = [0, 0, 0, 0, untilMs]
  let last: Spell['doing'] = 'runs'
  for (const { doing, ms } of [...plan, { doing: plan.at(-1)?.doing ?? 'runs', ms: Infinity }]) {
    if (leftMs <= 0) break
    const passedMs = Math.min(ms, leftMs)
    leftMs -= passedMs
    last = doing
    if (doing === 'waits for a processor') {
      pending += passedMs
      continue
    }
    /* It has got one in between. */
    waited += pending
    pending = 0
    if (doing === 'runs') runs += passedMs
    if (doing === 'is blocked') blocked += passedMs
  }
  return { runs, blocked, waited, last }
}
