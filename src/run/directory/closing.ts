import type { RunDirectory } from './run-directory.ts'

/** Does the work and gives the folder free, however the work ends. */
export async function closing(directory: Pick<RunDirectory, 'close'>, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } finally {
    await directory.close()
  }
}
