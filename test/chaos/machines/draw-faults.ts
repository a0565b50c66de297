/** Faults of workers, of their links and of the broker, drawn by a seed. Pure. */
import { derive, randomFrom, rootKey } from '../../../src/math/random.ts'

export const faultKinds = ['kill', 'freeze', 'cut', 'delay', 'loss', 'broker'] as const

export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  readonly kind: FaultKind
  /** The place of a worker, from 0; of no effect for the broker. */
  readonly place: number
  /** In which it begins, from 1, and how long after the start of that. */
  readonly iteration: number
  readonly afterMs: number
}

/** About one iteration, and as long as the run waits for a worker that is silent: in that time others are struck too. */
const withinMs = [2_000, 12_000] as const

interface Drawn {
  readonly seed: number
  readonly faults: number
  readonly places: number
  readonly iterations: number
}

/** Each kind as often as any other, give or take one. */
export const drawFaults = ({ seed, faults, places, iterations }: Drawn): readonly Fault[] =>
  Array.from({ length: faults }, (_, index) => {
    const random = randomFrom(derive(rootKey(seed), 'fault', index))
    return {
      kind: faultKinds[index % faultKinds.length] ?? 'kill',
      place: random.integer(places),
      iteration: 1 + random.integer(iterations),
      afterMs: Math.floor(random.pick(withinMs) * random.uniform()),
    }
  })
