/** The plan as it was when an experiment was begun, in its folder: comparisons added later are marked as such. */
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { existsSync } from 'node:fs'
import { reasonOf } from '../../contracts/failure.ts'
import { writeFileAtomic } from '../../files/atomic.ts'
import { RunDirectoryError } from '../../run/directory/records/run-directory-error.ts'
import { parseExperimentPlan, type ExperimentPlan, type PlannedComparison } from '../plan/experiment-plan.ts'

const fileIn = (directory: string): string => join(directory, 'plan.json')

/** Writes the plan into the folder of the experiment; an existing one stays. */
export async function keepPlan(plan: ExperimentPlan, directory: string): Promise<void> {
  if (existsSync(fileIn(directory))) return
  await mkdir(directory, { recursive: true })
  await writeFileAtomic(fileIn(directory), `${JSON.stringify(plan, null, 2)}\n`)
}

/**
 * How the plan asks otherwise than when the experiment was begun, in sentences; [] of runs that were made without a kept plan.
 *
 * @throws {RunDirectoryError} if the kept plan is damaged.
 */
export async function askedLater(plan: ExperimentPlan, directory: string): Promise<readonly string[]> {
  const file = fileIn(directory)
  if (!existsSync(file)) return []
  const kept = await readKept(file)
  return [
    ...differenceOf(kept.seeds, plan.seeds).map(seed => `Seed ${seed} was added after the experiment was begun.`),
    ...differenceOf(plan.seeds, kept.seeds).map(seed => `Seed ${seed} was left out after the experiment was begun.`),
    ...differenceOf(kept.comparisons.map(asked), plan.comparisons.map(asked)).map(
      comparison => `${comparison}: asked after the experiment was begun.`,
    ),
    ...differenceOf(plan.comparisons.map(asked), kept.comparisons.map(asked)).map(
      comparison => `${comparison}: asked when the experiment was begun, and not any more.`,
    ),
  ]
}

/** Names of the arms of an experiment, in the order of its plan; [] of a folder that is none, or whose plan is damaged. */
export const plannedArms = (directory: string): Promise<readonly string[]> =>
  readKept(fileIn(directory)).then(
    ({ arms }) => Object.keys(arms),
    () => [],
  )

async function readKept(file: string): Promise<ExperimentPlan> {
  try {
    return parseExperimentPlan(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    throw new RunDirectoryError(`${file} is damaged: ${reasonOf(error)}`, { cause: error })
  }
}

const asked = ({ arm, against, measure, margin }: PlannedComparison): string =>
  `${arm} − ${against}, ${measure}${margin === 0 ? '' : `, with a margin of ${margin}`}`

const differenceOf = <T>(from: readonly T[], to: readonly T[]): readonly T[] => to.filter(each => !from.includes(each))
