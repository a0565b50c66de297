/** Holds the formulation of a file to the laws, in a thread that is killed where it does not return. */
import { FailedError } from '../../runtime/errors/failed-error.ts'
import { createPool } from '../../runtime/pool.ts'
import type { RunConfig } from '../../config/config.ts'
import type { CheckedTask, LawTask } from './check-worker.ts'
import type { CheckOptions, FormulationLaw, LawResult } from './cases/law.ts'

interface CheckFileOptions extends CheckOptions {
  readonly laws: readonly FormulationLaw[]
  /** Of those among them that do not come with the package. */
  readonly lawsFile?: string | null
  /** Most time for one law, and for the file to load. */
  readonly deadlineMs: number
  /** Of the run that would train by it. */
  readonly config: RunConfig
}

export interface FileLaw {
  readonly law: FormulationLaw
  /** Whether it is the formulation's own part that was checked, and not the configuration's. */
  readonly own: boolean
  /** `stuck`: it had no result within its time, or ended its thread. */
  readonly result: LawResult | { readonly verdict: 'stuck'; readonly reason: string }
  readonly ms: number
}

/**
 * The result of each law, as it is checked.
 *
 * @param now milliseconds, of a clock that never goes back.
 * @throws {RangeError} if the file cannot be loaded, or not in time.
 */
export async function* checkFile(
  file: string,
  { laws, lawsFile = null, runs, seed, deadlineMs, config }: CheckFileOptions,
  now: () => number,
): AsyncGenerator<FileLaw> {
  const pool = createPool<LawTask, CheckedTask>({
    module: new URL('./check-worker.js', import.meta.url),
    threads: 1,
    heapMb: 1024,
  })
  const run = (law: string | null) => pool.run({ file, lawsFile, config, law, runs, seed }, { deadlineMs })
  try {
    const { given } = await run(null).catch((thrown: unknown) => {
      const reason = reasonIn(thrown)
      throw new RangeError(reason.includes(file) ? reason : `${file} cannot be loaded: ${reason}`, { cause: thrown })
    })
    for (const law of laws) {
      const began = now()
      let result: FileLaw['result']
      try {
        result = (await run(law.name)).result ?? { verdict: 'not applicable', reason: 'it is not checked' }
      } catch (thrown) {
        result = { verdict: 'stuck', reason: reasonIn(thrown) }
      }
      yield { law, own: given.includes(law.part), result, ms: now() - began }
    }
  } finally {
    await pool.close()
  }
}

const reasonIn = (thrown: unknown): string =>
  thrown instanceof FailedError && thrown.failure.kind === 'crashed' ? thrown.failure.reason : String(thrown)
