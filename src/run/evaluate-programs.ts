/** Tries given programs on the tests of given items, as a stream of events. */
import type { Observable } from 'rxjs'
import { scorePrograms, type ProgramsEvent } from '../items/score-programs.ts'
import { loadWorld } from '../rollout/load-world.ts'
import { createSandbox } from '../sandbox/sandbox.ts'
import { fromWork } from '../streams/from-work.ts'
import type { RunConfig } from '../config/config.ts'
import { environmentSource } from '../config/environment-source.ts'
import type { EvaluateProgramsOptions } from './events/events.ts'

/** @see Training.evaluatePrograms */
export const evaluateGivenPrograms = (options: EvaluateProgramsOptions): Observable<ProgramsEvent> =>
  fromWork(async (emit, unsubscribed) => {
    const { environment, threads = 1, signal } = options
    if (environment !== undefined) await checkWorld(environment)
    const stop = signal === undefined ? unsubscribed : AbortSignal.any([signal, unsubscribed])
    const stopped = new Promise<never>((_, reject) => {
      stop.addEventListener('abort', () => reject(stop.reason as Error), { once: true })
    })
    const { run, close } = createSandbox({ threads })
    try {
      await Promise.race([stopped, scorePrograms({ ...options, run, maxJobs: threads, signal: stop }, emit)])
    } finally {
      await close()
    }
  })

/** @throws {RangeError} if nothing of this world could be a program. */
async function checkWorld(environment: RunConfig['environment']): Promise<void> {
  const world = await loadWorld(environmentSource(environment))
  if (world.unitTesting === undefined)
    throw new RangeError(`environment.name must be a world whose actions are programs, got '${environment.name}'`)
}
