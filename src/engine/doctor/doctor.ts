/** Which engines work on this machine, how fast each is, and which to choose. */
import type { Observable } from 'rxjs'
import { processorLoad, type ProcessorLoad } from '../../runtime/processor-load.ts'
import { fromWork } from '../../streams/from-work.ts'
import type { DeviceOptions } from '../open-device.ts'
import { isSame, enginePlace } from './choices.ts'
import { standardLoad, type Load } from './load.ts'
import { quarterIteration, type RunPart } from './run-part.ts'
import { ratesOf, type EngineRates } from './rates.ts'
import { recommend, type Tried } from './recommend.ts'
import { tryEngine } from './try-engine.ts'

interface DoctorOptions {
  /** Tried in this order. */
  readonly engines: readonly DeviceOptions[]
  /** The engine that a run uses by default. */
  readonly usual: DeviceOptions
  /** For how long each verb is timed, 0.5. */
  readonly seconds?: number
  /** Longest time for one engine, 60. */
  readonly limitSeconds?: number
  readonly load?: Load
  /** A quarter of an iteration of the default preset, by which engines are compared in speed. */
  readonly part?: RunPart
  /** Aborted: the rest is not tried. */
  readonly signal?: AbortSignal
}

export type DoctorEvent =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number; readonly label: string }
  | ({ readonly kind: 'tried'; readonly rates: EngineRates | null } & Tried)
  /** Last of all. */
  | {
      readonly kind: 'recommended'
      /** `null` if none works. */
      readonly engine: DeviceOptions | null
      readonly usual: DeviceOptions
      readonly usualWorks: boolean
      readonly load: Load
      readonly part: RunPart
      readonly before: ProcessorLoad
      /** Its own work included. */
      readonly after: ProcessorLoad
    }

/**
 * Tries every engine, one after another, each in a separate process.
 *
 * @throws {RangeError} if `seconds` or `limitSeconds` is not positive.
 */
export const doctor = ({
  engines,
  usual,
  seconds = 0.5,
  limitSeconds = 60,
  load = standardLoad,
  part = quarterIteration,
  signal,
}: DoctorOptions): Observable<DoctorEvent> =>
  fromWork(async (emit, unsubscribed) => {
    for (const [name, value] of Object.entries({ seconds, limitSeconds })) {
      if (!(value > 0 && value < 1e6)) throw new RangeError(`${name} must be in (0, 10⁶), got ${value}`)
    }
    const stop = signal === undefined ? unsubscribed : AbortSignal.any([signal, unsubscribed])
    const before = processorLoad()
    const tried: Tried[] = []
    for (const [done, engine] of engines.entries()) {
      emit({ kind: 'progress', done, total: engines.length, label: `${engine.engine} on ${enginePlace(engine)}` })
      const trial = await tryEngine({ engine, load, seconds, part }, { limitMs: 1000 * limitSeconds, signal: stop })
      tried.push({ engine, trial })
      emit({ kind: 'tried', engine, trial, rates: ratesOf(engine, trial, { load, part }) })
    }
    const usualWorks = tried.some(({ engine, trial }) => isSame(engine, usual) && trial.outcome === 'works')
    const engine = recommend(tried, { usual, part })
    emit({ kind: 'recommended', engine, usual, usualWorks, load, part, before, after: processorLoad() })
  })
