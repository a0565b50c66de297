/** Runs that exist, compared as if they were an experiment. */
import { resolve } from 'node:path'
import { armsOfRuns, type RunGroup } from './arms-of-runs.ts'
import type { CompareOptions } from './compare-arms.ts'
import type { ExperimentResult } from './experiment-result.ts'
import { parseMeasure, unmeasured } from './measure.ts'
import type { ComparableRun, MeasuredRun } from './measured-run.ts'
import { readComparableRun, readMeasuredRun } from './read-measured-run.ts'
import { requireComparable } from './require-comparable.ts'

export interface CompareRunsOptions extends Partial<CompareOptions> {
  /** As `parseMeasure` takes them; left out, success on each split at each temperature that all runs have been measured at. */
  readonly measures?: readonly string[]
  /** The arm, or a run of it, that the others are compared with; left out, that of the first run. */
  readonly against?: string
}

/**
 * Runs with equal settings except for the seed are one arm, named for their folders; each arm is compared with one of them.
 *
 * @param directories of runs, finished or not; one of them given twice counts once.
 * @throws {RunDirectoryError} if one is not a run.
 * @throws {RangeError} if all are of one arm, two are of one arm and seed, one differs in world or held-out tasks or does not
 *   have a requested measure, none has been measured after the iteration asked for, or the arm does not exist; by name.
 */
export async function compareRuns(
  directories: readonly string[],
  { measures: asked, against: wanted, ...options }: CompareRunsOptions = {},
): Promise<ExperimentResult> {
  /* Late, so that importing the package is quick. */
  const { experimentOf } = await import('./experiment-of.ts')
  asked?.forEach(parseMeasure)
  const folders = [...new Map(directories.map(each => [resolve(each), each])).values()]
  const read = await Promise.all(folders.map(each => readComparableRun(each)))
  const groups = armsOfRuns(read)
  const measures = asked ?? commonSuccess(read)
  requireSameTasks(read, measures)
  const against = groupNamed(groups, wanted)
  const others = groups.filter(group => group !== against)
  if (others.length === 0)
    throw new RangeError(
      `nothing to compare: ${namesOf(read)} ${read.length === 1 ? 'is one run' : 'differ in no setting but the seed'}`,
    )
  const runs = await Promise.all(
    groups.flatMap(group =>
      group.runs.map(({ directory }) => readMeasuredRun(directory, { arm: group.name, measures })),
    ),
  )
  requirePoint(runs, options.iteration ?? null)
  return experimentOf(
    {
      title: groups.map(({ name }) => name).join(', '),
      question: `How do they differ from ${against.name}?`,
      arms: Object.fromEntries(groups.map(({ name, runs: own }) => [name, { about: namesOf(own) }])),
      measures,
      comparisons: measures.flatMap(measure =>
        others.map(({ name }) => ({
          claim: `${name} is above ${against.name}`,
          arm: name,
          against: against.name,
          measure,
        })),
      ),
    },
    runs,
    options,
  )
}

/** @throws {RangeError} if no run has been measured after that iteration. */
function requirePoint(runs: readonly MeasuredRun[], iteration: number | null): void {
  const there = new Set(runs.flatMap(({ points }) => points.map(point => point.iteration)))
  if (iteration === null || there.has(iteration)) return
  const places = [...there].sort((a, b) => a - b).join(', ')
  throw new RangeError(
    `no run has been measured after iteration ${iteration}; they have been after ${places || 'none'}`,
  )
}

/** @throws {RangeError} if none is common. */
function commonSuccess(runs: readonly ComparableRun[]): readonly string[] {
  const [first, ...others] = runs.map(
    ({
      config: {
        evaluation: { splits = [], temperatures = [] },
      },
    }) => splits.flatMap(split => temperatures.map(temperature => `success ${split} ${temperature}`)),
  )
  const common = (first ?? []).filter(measure => others.every(each => each.includes(measure)))
  if (common.length > 0) return common
  throw new RangeError(
    `${namesOf(runs)} have been measured on no split at one temperature; name a measure that they share`,
  )
}

function requireSameTasks(runs: readonly ComparableRun[], measures: readonly string[]): void {
  const [first] = runs
  for (const measure of measures) {
    for (const run of runs) {
      const why = unmeasured(parseMeasure(measure), run.config, run.measures)
      if (why !== null) throw new RangeError(`${run.name} does not measure ${measure}: ${why}`)
      if (first !== undefined) requireComparable(first, run, measure)
    }
  }
}

function groupNamed([first, ...others]: readonly RunGroup[], wanted: string | undefined): RunGroup {
  if (first === undefined) throw new RangeError('nothing to compare: no run was given')
  if (wanted === undefined) return first
  const groups = [first, ...others]
  const holds = ({ runs }: RunGroup): boolean =>
    runs.some(({ name, directory }) => name === wanted || resolve(directory) === resolve(wanted))
  const found = groups.find(({ name }) => name === wanted) ?? groups.find(holds)
  if (found !== undefined) return found
  throw new RangeError(`no arm is called ${wanted}; arms are ${groups.map(({ name }) => name).join(', ')}`)
}

const namesOf = (runs: readonly { readonly name: string }[]): string => runs.map(({ name }) => name).join(', ')
