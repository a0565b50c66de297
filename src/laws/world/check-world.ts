/** Holds the world of a module to the laws, in a thread that is killed where it does not return. */
import type { EnvironmentSource } from '../../contracts/worlds/environment-source.ts'
import { FailedError } from '../../runtime/errors/failed-error.ts'
import { createPool } from '../../runtime/pool.ts'
import { usualDeadlineMs } from '../law/deadline.ts'
import type { LawProgress } from '../law/law.ts'
import type { CheckedWorld, WorldTask } from './check-worker.ts'

interface CheckWorldOptions extends Pick<WorldTask, 'seed' | 'runs'> {
  /** Laws whose name has one of these in it; all if left out. */
  readonly names?: readonly string[]
  /** Most time for one law. */
  readonly deadlineMs: number
  /** Told of each law before it is checked. */
  readonly advance?: LawProgress
}

export type WorldVerdict = { readonly law: string; readonly ms: number } & (
  | { readonly verdict: 'holds' }
  /** `stuck`: it had no result within its time, or ended its thread. */
  | { readonly verdict: 'broken' | 'stuck'; readonly reason: string }
)

/**
 * The verdict of each law, as it is checked.
 *
 * @param now milliseconds, of a clock that never goes back.
 * @throws {RangeError} if the module has no world, not in time, or there is no such law.
 */
export async function* checkWorld(
  source: EnvironmentSource,
  { names, deadlineMs, advance = () => undefined, ...trying }: CheckWorldOptions,
  now: () => number,
): AsyncGenerator<WorldVerdict> {
  const pool = createPool<WorldTask, CheckedWorld>({
    module: new URL('./check-worker.js', import.meta.url),
    threads: 1,
    heapMb: 1024,
  })
  const run = (law: number | null, within = deadlineMs) => pool.run({ source, law, ...trying }, { deadlineMs: within })
  try {
    const { names: laws } = await run(null, usualDeadlineMs).catch((thrown: unknown) => {
      throw new RangeError(reasonIn(thrown), { cause: thrown })
    })
    const unknown = names?.find(name => !laws.some(law => law.includes(name)))
    if (unknown !== undefined)
      throw new RangeError(`--law must be part of one of these, got ${unknown}: ${laws.join('; ')}`)
    const chosen = laws
      .map((law, place) => ({ law, place }))
      .filter(({ law }) => names?.some(name => law.includes(name)) !== false)
    for (const [done, { law, place }] of chosen.entries()) {
      advance(done, chosen.length, law)
      const began = now()
      const outcome = await run(place).then(
        ({ broken }) =>
          broken === null ? ({ verdict: 'holds' } as const) : ({ verdict: 'broken', reason: broken } as const),
        (thrown: unknown) => ({ verdict: 'stuck', reason: reasonIn(thrown) }) as const,
      )
      yield { law, ms: now() - began, ...outcome }
    }
  } finally {
    await pool.close()
  }
}

const reasonIn = (thrown: unknown): string =>
  thrown instanceof FailedError && thrown.failure.kind === 'crashed' ? thrown.failure.reason : String(thrown)
