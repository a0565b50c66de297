/** Lets faults happen while a run goes on, each for its time. */
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { NatsServer } from '../../../benches/machines/broker.ts'
import { nth } from '../../../src/math/nth.ts'
import type { Fault, FaultKind } from './draw-faults.ts'
import { effectOf } from './effects.ts'
import type { Holders } from './holders.ts'
import type { Place } from './place.ts'
import type { BegunFault } from './told.ts'

export interface Strikes {
  /** Those of an iteration that begins now. */
  readonly begin: (iteration: number) => void
  /** Those that took place, in their order. */
  readonly begun: readonly BegunFault[]
  /** None begins or ends any more. */
  readonly close: () => void
}

interface StrikesOptions {
  readonly faults: readonly Fault[]
  readonly places: readonly Place[]
  readonly broker: NatsServer
  readonly holders: Holders
  /** Told of each, in words. */
  readonly tell: (text: string) => void
  /** What the host refused. */
  readonly fail: (thrown: unknown) => void
}

export function createStrikes({ faults, places, broker, holders, tell, fail }: StrikesOptions): Strikes {
  const over = new AbortController()
  const { signal } = over
  const begun: BegunFault[] = []
  const underWay = new Map<string, Promise<void>>()

  /** What a dead one sent last may arrive after a cut. */
  const living = (names: ReadonlySet<string>): ReadonlySet<string> =>
    new Set(places.map(({ worker }) => worker().name).filter(name => names.has(name)))
  const take = async ({ kind, place: index, iteration }: Fault): Promise<void> => {
    const place = nth(places, index)
    const { begin, lastMs, end } = effectOf(kind, place, broker)
    const { name } = place.worker()
    const losers = losersOf(kind, name, living(await holders.now()))
    if (signal.aborted) return
    begun.push({ kind, atMs: performance.now(), workers: losers })
    const whom = kind === 'broker' ? '' : ` of ${name}`
    tell(`${kind}${whom}, planned for iteration ${iteration}; with actors: ${losers.join(', ') || 'none'}`)
    await begin()
    await pause(lastMs, null, { signal })
    await end()
  }
  const strike = async (fault: Fault): Promise<void> => {
    await pause(fault.afterMs, null, { signal })
    const { kind, place } = fault
    const own = kind === 'broker' ? kind : `${kind} ${place}`
    /* One of a sort at a time; and nobody is frozen who is being replaced. */
    const before = [own, ...(kind === 'freeze' ? [`kill ${place}`] : [])].map(key => underWay.get(key) ?? none)
    const turn = Promise.all(before).then(() => take(fault))
    underWay.set(own, turn)
    await turn
  }
  return {
    begun,
    begin: iteration => {
      for (const fault of faults)
        if (fault.iteration === iteration)
          strike(fault).catch((thrown: unknown) => {
            if (!signal.aborted) fail(thrown)
          })
    },
    close: () => over.abort(),
  }
}

const none = Promise.resolve()

/** The workers that lose their actors by a fault of the worker `name`. */
function losersOf(kind: FaultKind, name: string, holders: ReadonlySet<string>): readonly string[] {
  if (kind === 'broker') return [...holders]
  return ['kill', 'freeze', 'cut'].includes(kind) && holders.has(name) ? [name] : []
}
