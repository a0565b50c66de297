import { reasonOf } from '../failure.ts'

/** A run broke off; `cause` says why, and `iteration` up to where nothing of it is lost. */
export class RunFailedError extends Error {
  override readonly name = 'RunFailedError'
  readonly directory: string
  /** Iterations made of which everything is on disk. */
  readonly iteration: number
  /** What is saved, and what to do. */
  readonly remedy: string

  /** @param unsaved why a later iteration could not be saved; `null` if there is none. */
  constructor(cause: unknown, directory: string, iteration: number, unsaved: string | null = null) {
    const lost = unsaved === null ? '' : `what came after could not be saved: ${unsaved}\n`
    const remedy = `${lost}saved up to iteration ${iteration}; go on with: npx rlanything resume ${directory}`
    super(`${reasonOf(cause)}\n${remedy}`, { cause })
    this.directory = directory
    this.iteration = iteration
    this.remedy = remedy
  }
}
