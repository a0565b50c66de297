/** One law on the world of a module: the work of a thread that can be killed. */
import { reasonOf } from '../../contracts/failure.ts'
import type { EnvironmentSource } from '../../contracts/worlds/environment-source.ts'
import { moduleLaws } from './module-laws.ts'

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
