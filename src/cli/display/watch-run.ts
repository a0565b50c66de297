/** The options of commands that train a run, by which others may look on, too. */
import type { Command } from 'commander'
import type { Observable } from 'rxjs'
import type { EventWriter } from '../../export/tensorboard/event-writer.ts'
import type { TrainingEvent } from '../../run/events/events.ts'
import { startWatchProcess } from '../services/watch-process.ts'
import type { Terminal } from '../terminal/terminal.ts'

export interface WatchFlags {
  readonly tensorboard?: boolean
  readonly watch?: boolean
}

export const addWatchOptions = (command: Command): Command =>
  command
    .option('--tensorboard', 'write event files of TensorBoard, in the folder tensorboard of the run')
    .option('--watch', 'serve a page of the run to the browser of this machine, as rlanything watch does')

/** Shows the run of a directory in the terminal, and where the flags say. @see watchTraining */
export async function watchRun(
  terminal: Terminal,
  { directory, tensorboard, watch }: WatchFlags & { readonly directory: string },
  start: (signal: AbortSignal) => Observable<TrainingEvent>,
): Promise<number> {
  const page = watch === true ? await startWatchProcess(directory, terminal) : null
  const { watchTraining } = await import('./watch-training.ts')
  const follow = tensorboard === true ? await eventsOf(terminal) : null
  try {
    return await watchTraining(terminal, start, follow)
  } finally {
    page?.release()
  }
}

async function eventsOf(terminal: Terminal): Promise<EventWriter> {
  const { createEventWriter } = await import('../../export/tensorboard/event-writer.ts')
  return createEventWriter(terminal.now, text => terminal.printError(`warning: ${text}`))
}
