import { reasonOf } from '../failure.ts'

/** A run broke off; `cause` says why, and `iteration` up to where nothing of it is lost. */
export class RunFailedError extends Error {
  override readonly name = 'RunFailedError'
  readonly directory: string
  /** Iterations made of which everything is on disk. */
  readonly iteration: number
  /** What is saved, and what to do. */
  readonly remedy: string

  /**
   * @param batch folder of the batch on which numbers of a model ran out of bounds; `null` if that is not what happened.
   * @param unsaved why a later iteration, or the batch, could not be saved; `null` if nothing was lost.
   */
  constructor(
    cause: unknown,
    directory: string,
    iteration: number,
    { batch = null, unsaved = null }: { readonly batch?: string | null; readonly unsaved?: string | null } = {},
  ) {
    const lost = unsaved === null ? '' : `what came after could not be saved: ${unsaved}\n`
    const again = batch === null ? '' : `look at the batch with: npx rlanything replay ${batch}\n`
    const remedy = `${lost}${again}saved up to iteration ${iteration}; go on with: npx rlanything resume ${directory}`
    super(`${reasonOf(cause)}\n${remedy}`, { cause })
    this.directory = directory
    this.iteration = iteration
    this.remedy = remedy
  }
}
