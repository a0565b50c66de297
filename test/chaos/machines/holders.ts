/** Which workers have actors of the run, by what they offer and by the deaths that are told. */
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { busSubjects, type Bus } from '../../../src/runtime/machines/bus.ts'
import { offerOf } from '../../../src/runtime/machines/offer.ts'

export interface Holders {
  /** By name, those that say so now: none that was frozen or cut off before. */
  readonly now: () => Promise<ReadonlySet<string>>
  /** The run has none there any more. */
  readonly lost: (worker: string) => void
}

/** A worker answers in less, ms. */
const answerMs = 150
/** What was said before does not count, ms: it may have waited for a cut to end. */
const freshMs = 2_000

export function watchHolders(bus: Bus): Holders {
  const heardMs = new Map<string, number>()
  bus.subscribe(busSubjects.offers, bytes => {
    const { worker = '', taken = 0 } = offerOf(bytes) ?? {}
    if (taken > 0) heardMs.set(worker, performance.now())
    else heardMs.delete(worker)
  })
  return {
    lost: worker => void heardMs.delete(worker),
    now: async () => {
      bus.publish(busSubjects.who, new Uint8Array(0))
      await pause(answerMs)
      const leastMs = performance.now() - freshMs
      return new Set([...heardMs].filter(([, atMs]) => atMs >= leastMs).map(([worker]) => worker))
    },
  }
}
