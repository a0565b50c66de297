/** One law on the formulation of a file: the work of a thread that can be killed. */
import type { Part } from '../../methods/rlanything/formulation/formulation.ts'
import type { RunConfig } from '../../config/config.ts'
import { subjectOf } from './check-formulation.ts'
import { withClocks } from './cases/surroundings.ts'
import type { LawResult } from './cases/law.ts'
import { formulationLaws } from './laws.ts'
import { loadLaws } from './load-laws.ts'
import { loadFormulation } from '../../methods/rlanything/load-formulation.ts'

export interface LawTask {
  readonly file: string
  /** Of further laws; `null` if there are none. */
  readonly lawsFile: string | null
  /** Of the run that would train by it. */
  readonly config: RunConfig
  /** Name of the law; `null` only loads the file. */
  readonly law: string | null
  readonly runs: number
  readonly seed: number
}

export interface CheckedTask {
  /** The parts that are the formulation's own. */
  readonly given: readonly Part[]
  /** `null` where the file was only loaded. */
  readonly result: LawResult | null
}

export default function checkLaw({ file, lawsFile, config, law: name, runs, seed }: LawTask): Promise<CheckedTask> {
  return withClocks(async () => {
    const { given = [], ...subject } = await subjectOf(await loadFormulation(file), config)
    const laws = [...formulationLaws, ...(lawsFile === null ? [] : await loadLaws(lawsFile))]
    const law = laws.find(each => each.name === name)
    if (law === undefined) return { given, result: null }
    const another = law.another === true ? await subjectOf(await loadFormulation(file, 'anew'), config) : undefined
    return { given, result: law.check({ ...subject, ...(another && { another }) }, { runs, seed }) }
  })
}
