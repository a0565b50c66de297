import { reasonOf } from '../../contracts/failure.ts'
import { shellWord } from '../../text/shell-word.ts'
import { howToResume, type Given } from '../events/how-to-resume.ts'

export interface WhatIsLeft {
  /** Folder of the batch that gave non-finite values; `null` if the run failed otherwise. */
  readonly batch?: string | null
  /** Why a later iteration, or the batch, could not be saved; `null` if nothing was lost. */
  readonly unsaved?: string | null
  /** Options of the run that are in no file. */
  readonly given?: readonly Given[]
}

/** A run failed; `cause` is the reason, `iteration` the last whole iteration on disk. */
export class RunFailedError extends Error {
  override readonly name = 'RunFailedError'
  readonly directory: string
  /** Iterations that are completely on disk. */
  readonly iteration: number
  /** The remedy: the saved state, and the command to resume. */
  readonly remedy: string

  constructor(
    cause: unknown,
    directory: string,
    iteration: number,
    { batch = null, unsaved = null, given = [] }: WhatIsLeft = {},
  ) {
    const lost = unsaved === null ? '' : `what came after could not be saved: ${unsaved}\n`
    const again = batch === null ? '' : `look at the batch with: npx rlanything replay ${shellWord(batch)}\n`
    const remedy = `${lost}${again}saved up to iteration ${iteration}; resume with: ${howToResume(directory, given)}`
    super(`${reasonOf(cause)}\n${remedy}`, { cause })
    this.directory = directory
    this.iteration = iteration
    this.remedy = remedy
  }
}
