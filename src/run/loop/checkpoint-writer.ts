/**
 * Writes checkpoints, so that the newest whole iteration is on disk when the run ends, also by a failure. The engine writes the
 * models; where the run failed there may be none, and they are written from their snapshots.
 */
import { reasonOf } from '../../contracts/failure.ts'
import type { IterationMetrics } from '../../contracts/metrics.ts'
import { FailedBatchError } from '../../learning/failed-batch.ts'
import { lookUp } from '../../math/look-up.ts'
import { saveReference } from '../../model/reference.ts'
import type { ModelTokenizer } from '../actors/stored-model.ts'
import { RunFailedError } from '../failures/run-failed-error.ts'
import { saveCheckpoint, type LoopState } from './checkpoint.ts'
import type { Run } from './run.ts'
import type { Snapshot } from './snapshot.ts'

type SaveModel = (model: string, folder: string) => Promise<void>

export interface CheckpointWriter {
  /**
   * Writes a checkpoint of the models as they are on the engine, which are those of the snapshot.
   *
   * @param metrics of the last iteration, if they are not written down yet.
   */
  readonly write: (snapshot: Snapshot, metrics: IterationMetrics | null) => Promise<void>
  /** All that belongs to the iteration is written down except for a checkpoint of it, which can wait. */
  readonly defer: (snapshot: Snapshot) => void
  /** Writes the checkpoint that waits, if there is one. */
  readonly flush: () => Promise<void>
  /**
   * The same for a run that broke off, without an engine. Models of a durable engine have no snapshot: of a run with such the last
   * checkpoint stays the newest.
   *
   * @returns what to tell of it.
   */
  readonly saveOnFailure: (thrown: unknown) => Promise<RunFailedError>
}

/** @param run as it is on disk. */
export function createCheckpointWriter(
  run: Pick<Run, 'directory' | 'before' | 'tokenizers' | 'networks' | 'iteration' | 'given' | 'runActors'>,
): CheckpointWriter {
  const { directory, before, tokenizers, networks, given, runActors } = run
  const names = [...Object.keys(tokenizers), ...networks]
  let saved = run.iteration
  let held: Snapshot | null = null

  const tokenizerOf = (name: string): ModelTokenizer => tokenizers[name] ?? { tokenizer: '' }
  const writeBy = async (
    save: SaveModel,
    { iteration, state: method, stores }: Snapshot,
    metrics: IterationMetrics | null,
  ) => {
    const state: LoopState = { method, before, metrics }
    await directory.writeCheckpoint(iteration, folder => saveCheckpoint(folder, { names, save, stores }, state))
    saved = iteration
  }
  const byEngine: SaveModel = (name, folder) => runActors.model(name).save(folder, tokenizerOf(name))
  const flushBy = async (saveFrom: (snapshot: Snapshot) => SaveModel | null): Promise<void> => {
    if (held === null || held.iteration <= saved) return
    const save = saveFrom(held)
    if (save !== null) await writeBy(save, held, null)
  }
  const bySnapshot = ({ models }: Snapshot): SaveModel | null => {
    const references = new Map(Object.entries(models))
    if (!names.every(name => references.has(name))) return null
    return (name, folder) => saveReference(folder, lookUp(references, name), tokenizerOf(name))
  }
  return {
    write: (snapshot, metrics) => writeBy(byEngine, snapshot, metrics),
    defer: snapshot => void (held = snapshot),
    flush: () => flushBy(() => byEngine),
    saveOnFailure: async thrown => {
      try {
        await flushBy(bySnapshot)
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
