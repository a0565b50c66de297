/** The result of an experiment from its runs. Pure. */
import { holm } from '../../statistics/holm.ts'
import { verdictOf } from '../../statistics/verdict.ts'
import { zip } from '../../math/zip.ts'
import { mixedSets } from '../../run/directory/instruction-sets.ts'
import { compareArms, type CompareOptions } from './compare-arms.ts'
import type { ArmComparison, ExperimentResult, MeasuredArm } from './experiment-result.ts'
import { describedTexts, parseMeasure } from './measure.ts'
import type { MeasuredRun } from './measured-run.ts'

/** The parts of a plan that the result needs. */
export interface ExperimentQuestions {
  readonly title: string
  readonly question: string
  readonly arms: Readonly<Record<string, { readonly about: string }>>
  readonly measures: readonly string[]
  readonly comparisons: readonly ArmComparison[]
}

/** Every measure that is shown or compared, each once: what runs have to be read with. */
export const askedMeasures = ({
  measures,
  comparisons,
}: Pick<ExperimentQuestions, 'measures' | 'comparisons'>): string[] => [
  ...new Set([...measures, ...comparisons.map(({ measure }) => measure)]),
]

/**
 * @param runs of the arms, read with `askedMeasures`; some may be missing or unfinished.
 * @throws {RangeError} for an unknown arm or measure, two runs of one arm and seed, or runs that cannot be compared.
 */
export function experimentOf(
  questions: ExperimentQuestions,
  runs: readonly MeasuredRun[],
  { level = 0.95, intervals = 't', iteration = null }: Partial<CompareOptions> = {},
): ExperimentResult {
  askedMeasures(questions).forEach(parseMeasure)
  const arms = armsOf(questions, runs)
  const compared = questions.comparisons.map(comparison =>
    compareArms(comparison, [armNamed(arms, comparison.arm), armNamed(arms, comparison.against)], {
      level,
      intervals,
      iteration,
    }),
  )
  const comparisons = zip(compared, holm(compared.map(({ p }) => p))).map(([each, adjusted]) => ({
    ...each,
    adjusted,
    verdict: verdictOf(each.mean === null ? null : each.mean + (each.margin ?? 0), adjusted, level),
  }))
  const { title, question, measures } = questions
  const described = describedTexts(
    askedMeasures(questions),
    runs.flatMap(run => run.measures),
  )
  return { title, question, arms, measures, described, comparisons, intervals, notes: notesOf(arms) }
}

function armsOf({ arms }: ExperimentQuestions, runs: readonly MeasuredRun[]): readonly MeasuredArm[] {
  const stray = runs.find(({ arm }) => !Object.hasOwn(arms, arm))
  if (stray !== undefined) throw new RangeError(`${stray.name} is of arm ${stray.arm}; ${names(Object.keys(arms))}`)
  return Object.entries(arms).map(([name, { about }]) => {
    const own = runs.filter(({ arm }) => arm === name).sort((a, b) => a.seed - b.seed)
    for (const [index, run] of own.entries()) {
      const before = own[index - 1]
      if (before?.seed === run.seed)
        throw new RangeError(`${before.directory} and ${run.directory} are both of ${name} with seed ${run.seed}`)
    }
    return { name, about, runs: own }
  })
}

function armNamed(arms: readonly MeasuredArm[], name: string): MeasuredArm {
  const found = arms.find(arm => arm.name === name)
  if (found === undefined) throw new RangeError(`no arm is called ${name}; ${names(arms.map(arm => arm.name))}`)
  return found
}

const names = (arms: readonly string[]): string => `arms are ${arms.join(', ')}`

/** Runs that have not been measured to their end, seeds that an arm lacks, and instruction sets that are mixed. */
function notesOf(arms: readonly MeasuredArm[]): readonly string[] {
  const seeds = [...new Set(arms.flatMap(({ runs }) => runs.map(({ seed }) => seed)))].sort((a, b) => a - b)
  const lacking = arms.flatMap(({ name, runs }) => {
    const missing = seeds.filter(seed => !runs.some(run => run.seed === seed))
    return missing.length === 0 ? [] : [`${name} has no run of seed ${missing.join(', ')}.`]
  })
  const unfinished = arms.flatMap(({ runs }) =>
    runs.flatMap(({ name, config: { iterations }, points }) => {
      const last = points.at(-1)?.iteration ?? null
      if (last === iterations) return []
      return [
        last === null
          ? `${name} has not been measured yet.`
          : `${name} has been measured up to iteration ${last} of ${iterations}.`,
      ]
    }),
  )
  const mixed = mixedSets(
    'The runs were made',
    arms.flatMap(({ runs }) => runs.flatMap(run => run.instructions)),
  )
  return [...lacking, ...unfinished, ...(mixed === null ? [] : [mixed])]
}
