/** Writes checkpoints, so that the newest whole iteration is on disk when the run ends, also by a failure. */
import { reasonOf } from '../../contracts/failure.ts'
import type { IterationMetrics } from '../../contracts/metrics.ts'
import { FailedBatchError } from '../../learning/failed-batch.ts'
import { RunFailedError } from '../failures/run-failed-error.ts'
import { saveCheckpoint, type LoopState } from './checkpoint.ts'
import type { Run } from './run.ts'
import type { Snapshot } from './snapshot.ts'

export interface CheckpointWriter {
  /** Writes a checkpoint. @param metrics of the last iteration, if they are not written down yet. */
  readonly write: (snapshot: Snapshot, metrics: IterationMetrics | null) => Promise<void>
  /** All that belongs to the iteration is written down but for a checkpoint of it, which can wait. */
  readonly defer: (snapshot: Snapshot) => void
  /** Writes the checkpoint that waits, if there is one. */
  readonly flush: () => Promise<void>
  /** The same for a run that broke off. @returns what to tell of it. */
  readonly saveOnFailure: (thrown: unknown) => Promise<RunFailedError>
}

/** @param run as it is on disk. */
export function createCheckpointWriter(
  run: Pick<Run, 'directory' | 'before' | 'tokenizers' | 'iteration' | 'given'>,
): CheckpointWriter {
  const { directory, before, tokenizers, given } = run
  let saved = run.iteration
  let held: Snapshot | null = null

  const write: CheckpointWriter['write'] = async ({ iteration, state: method, models }, metrics) => {
    const state: LoopState = { method, before, metrics }
    await directory.writeCheckpoint(iteration, folder => saveCheckpoint(folder, models, tokenizers, state))
    saved = iteration
  }
  const flush = async (): Promise<void> => {
    if (held !== null && held.iteration > saved) await write(held, null)
  }
  return {
    write,
    defer: snapshot => void (held = snapshot),
    flush,
    saveOnFailure: async thrown => {
      try {
        await flush()
        const batch =
          thrown instanceof FailedBatchError
            ? await directory.writeFailedBatch((held?.iteration ?? run.iteration) + 1, thrown.batch)
            : null
        return new RunFailedError(thrown, directory.path, saved, { batch, given })
      } catch (error) {
        return new RunFailedError(thrown, directory.path, saved, { unsaved: reasonOf(error), given })
      }
    },
  }
}
