/** One law on the world of a module: the work of a thread that can be killed. */
import { reasonOf } from '../../contracts/failure.ts'
import type { EnvironmentSource } from '../../contracts/worlds/environment-source.ts'
import { importModule } from '../../contracts/import-module.ts'
import { rootKey } from '../../math/random.ts'
import { loadWithFunctions } from '../../rollout/load-world.ts'
import { runInMonty } from '../../sandbox/monty/run.ts'
import { loadVectorWorld, makesVectorWorld } from '../../vector/load-vector-world.ts'
import type { AsyncLaw, Law } from '../law/law.ts'
import { environmentLaws, type WorldLawOptions } from './environment-laws.ts'
import { openWorldLaws, type OpenWorldLawOptions } from './open-world-laws.ts'
import { vectorWorldLaws } from './vector-world-laws.ts'
import type { TryOptions } from './world-law.ts'

export interface WorldTask {
  readonly source: EnvironmentSource
  /** Place of the law; `null` only names them. */
  readonly law: number | null
  readonly seed: number
  /** Cases; left out, as many as the laws try by themselves. */
  readonly runs?: number
}

export interface CheckedWorld {
  /** Of all laws. */
  readonly names: readonly string[]
  /** The message of the broken law; `null` where it holds. */
  readonly broken: string | null
}

export default async function checkWorldLaw({ source, law, ...trying }: WorldTask): Promise<CheckedWorld> {
  const laws = await moduleLaws(source, trying)
  const names = laws.map(({ name }) => name)
  if (law === null) return { names, broken: null }
  try {
    await laws[law]?.check()
    return { names, broken: null }
  } catch (thrown) {
    return { names, broken: reasonOf(thrown) }
  }
}

/**
 * The module may export options of its laws by the name `laws`. Programs are run in monty, in this thread.
 *
 * @throws {RangeError} if the module makes no world, or the world refuses its options.
 */
async function moduleLaws(
  source: EnvironmentSource,
  trying: Partial<TryOptions> & { readonly seed: number },
): Promise<readonly (Law | AsyncLaw)[]> {
  const { world, functions } = await loadWithFunctions(source)
  const { laws: own } = (await importModule(source.module)) as {
    readonly laws?: WorldLawOptions<unknown> & OpenWorldLawOptions<unknown>
  }
  if (await makesVectorWorld(source, { worlds: 1, key: rootKey(trying.seed) }))
    return vectorWorldLaws(world.name, each => loadVectorWorld(source, each), { ...own, ...trying })
  return functions === null
    ? openWorldLaws(world, { run: job => Promise.resolve(runInMonty(job)), ...own, ...trying })
    : environmentLaws(functions, { run: runInMonty, ...own, ...trying })
}
