/** Writes down deaths, other ends of actors, and restarts, in order, from when there is a folder to write in. */
import { concatMap, lastValueFrom } from '../../streams/rxjs.ts'
import { asError } from '../../contracts/failure.ts'
import { held } from '../../streams/held.ts'
import type { TrainingEvent } from '../events/events.ts'
import type { RunDirectory } from '../directory/run-directory.ts'
import type { DeathLine } from '../directory/records/death-line.ts'

interface DeathLog {
  /** Passes on all events of the run, in order, and records the ends and restarts of actors. */
  readonly tell: (event: TrainingEvent) => void
  /**
   * Writes the deaths noted so far, and further ones until the work is done.
   *
   * @param fail called at once with errors of the disk.
   * @throws errors of the work or the disk.
   */
  readonly during: (directory: RunDirectory, fail: (error: Error) => void, work: () => Promise<void>) => Promise<void>
}

/** @param emit gets every event. */
export function createDeathLog(emit: (event: TrainingEvent) => void): DeathLog {
  const lines = held<DeathLine>()
  let iteration = 0
  return {
    tell: event => {
      if (event.kind === 'started') iteration = event.resumedFrom ?? 0
      else if (event.kind === 'iteration') iteration = event.metrics.iteration
      else if (event.kind === 'died' || event.kind === 'exited' || event.kind === 'restarted')
        lines.push({ iteration, ...event })
      emit(event)
    },
    during: async (directory, fail, work) => {
      const written = lastValueFrom(lines.stream.pipe(concatMap(line => directory.appendDeath(line))), {
        defaultValue: undefined,
      })
      written.catch((thrown: unknown) => fail(asError(thrown)))
      try {
        await work()
      } finally {
        lines.end()
        await written
      }
    },
  }
}
