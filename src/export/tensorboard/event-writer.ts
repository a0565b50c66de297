/** Writes events of a run while it trains. */
import { join } from 'node:path'
import { reasonOf } from '../../contracts/failure.ts'
import type { TrainingEvent } from '../../run/events/events.ts'
import { readRunDirectory } from '../../run/directory/run-directory.ts'
import { iterationScalars, summaryScalars } from '../contents/scalars.ts'
import { createEventFile, type EventFile } from './event-file.ts'

export interface EventWriter {
  /** Takes an event of the run; returns at once. */
  readonly take: (event: TrainingEvent) => void
  /** Resolves when all is written that was taken. */
  readonly idle: () => Promise<void>
}

/** Within the run's folder. */
const eventFolder = 'tensorboard'

/**
 * @param now milliseconds since 1970.
 * @param warn called once if the files cannot be written; the run does not end with them.
 */
export function createEventWriter(now: () => number, warn: (text: string) => void): EventWriter {
  let file: EventFile | null = null
  let last: Promise<void> = Promise.resolve()
  let isLost = false

  const write = async (event: TrainingEvent, nowMs: number): Promise<void> => {
    switch (event.kind) {
      case 'started': {
        const folder = join(event.directory, eventFolder)
        const { config } = await readRunDirectory(event.directory)
        const step = event.resumedFrom === null ? 0 : event.resumedFrom + 1
        file = await createEventFile({ folder, nowMs, step, ...(event.resumedFrom === null ? { config } : {}) })
        return
      }
      case 'measured':
        return file?.append(0, summaryScalars(event.before), nowMs)
      case 'iteration':
        return file?.append(event.metrics.iteration, iterationScalars(event.metrics), nowMs)
      default:
    }
  }
  return {
    take: event => {
      if (isLost) return
      const nowMs = now()
      last = last
        .then(() => write(event, nowMs))
        .catch((thrown: unknown) => {
          if (!isLost) warn(`no more events are written for TensorBoard: ${reasonOf(thrown)}`)
          isLost = true
        })
    },
    idle: () => last,
  }
}
