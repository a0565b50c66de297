/** One law on the formulation of a file: the work of a thread that can be killed. */
import { checkFormulation } from './check-formulation.ts'
import type { LawResult } from './law.ts'
import { formulationLaws } from './laws.ts'
import { loadFormulation } from '../../formulation/load-formulation.ts'

export interface LawTask {
  readonly file: string
  /** Name of the law; `null` only loads the file. */
  readonly law: string | null
  readonly runs: number
  readonly seed: number
}

/** `null` where the file was only loaded. */
export default async function checkLaw({ file, law, runs, seed }: LawTask): Promise<LawResult | null> {
  const formulation = await loadFormulation(file)
  const laws = formulationLaws.filter(({ name }) => name === law)
  for await (const { result } of checkFormulation(formulation, { laws, runs, seed })) return result
  return null
}
