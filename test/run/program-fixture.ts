/** A made-up run in which programs are tested by the reward model; for tests and for looking at the report. */
import coding from '../../environments/coding/index.ts'
import { randomFrom, rootKey } from '../../src/math/random.ts'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import type { Summary } from '../../src/run/events/events.ts'
import { prefixed, type Measure } from '../../src/contracts/measure.ts'
import type { Evaluated, IterationMetrics } from '../../src/contracts/metrics.ts'
import { taskMeasures } from '../../src/curriculum/measures.ts'
import { onBoth } from '../../src/reward/measures.ts'
import { unitTestMeasures, type UnitTestQuality } from '../../src/reward/unit-tests/measures.ts'
import { unitTestRatios } from '../../src/reward/unit-tests/tallies.ts'
import { createRunDirectory } from '../../src/run/directory/run-directory.ts'
import type { EpisodeRow } from '../../src/run/directory/records/episode-row.ts'
import { lineageFixture, metricsOf, summaryOf } from './report-fixture.ts'

/** The quality of unit tests in iteration n of a run of 60 that learns. */
export function unitTestsOf(n: number): UnitTestQuality {
  const done = n / 60
  const [pCorrect, pDetect] = [0.7 + 0.2 * done, 0.5 + 0.3 * done]
  return {
    code: 0.3 + 0.3 * done,
    unitTest: 0.55 + 0.25 * done,
    detect: 0.2 + 0.35 * done,
    pCorrect,
    pDetect,
    margin: pCorrect + pDetect - 1,
    malformed: 0.05 - 0.04 * done,
    tests: 512,
  }
}

/** The quality on a probe of that many tasks, each of 16 programs and as many tests. */
export function unitTestProbeOf(n: number, tasks = 64): Required<Omit<Evaluated, 'evaluations'>> {
  const measured = unitTestsOf(n)
  const { unitTest, detect, pCorrect, pDetect } = measured
  const each = (value: (task: number) => number): number[] => Array.from({ length: tasks }, (_, task) => value(task))
  const part = (all: number, share: number | null, task: number): number =>
    Math.min(all, Math.max(0, Math.round(all * (share ?? 0) + ((task * 37) % 11) - 5)))
  const tallies = {
    programs: each(() => 16),
    correct: each(task => task % 12),
    tests: each(() => 16),
    valid: each(task => (task % 12 === 0 ? 0 : part(16, unitTest, task))),
    sharp: each(task => (task % 12 === 0 ? 0 : part(16, detect, task))),
    passedByCorrect: each(task => part(16 * (task % 12), pCorrect, task)),
    failedByIncorrect: each(task => part(16 * (16 - (task % 12)), pDetect, task)),
  }
  return {
    measures: prefixed('probe.', measured),
    ratios: Object.fromEntries(
      Object.entries(unitTestRatios).map(([name, ratios]) => [`probe.${name}`, ratios(tallies)]),
    ),
  }
}

/** What the made-up run measures. */
export const programMeasures: readonly Measure[] = [...onBoth(unitTestMeasures), ...taskMeasures]

const isOfTasks = ([id]: readonly [string, unknown]): boolean => id.startsWith('tasks.')

export function programMetricsOf(n: number): IterationMetrics {
  const { ratios: _, ...line } = metricsOf(n)
  const { measures, ratios } = unitTestProbeOf(n)
  const isMeasured = n % 20 === 0
  const tasks = Object.fromEntries(Object.entries(line.measures).filter(isOfTasks))
  return {
    ...line,
    score: 0.6 + n / 200,
    measures: { ...prefixed('reward-model.', unitTestsOf(n)), ...(isMeasured ? measures : {}), ...tasks },
    ...(isMeasured ? { ratios } : {}),
  }
}

export function programSummaryOf(n: number): Summary {
  const summary = summaryOf(n)
  const { measures, ratios } = unitTestProbeOf(n)
  const tasks = Object.fromEntries(Object.entries(summary.measures).filter(isOfTasks))
  return { ...summary, measures: { ...measures, ...tasks }, ratios }
}

/** Two episodes of a group: a program in one line that passes 5 of 8 hidden tests, and one of several that passes all. */
export function programsOf(iteration: number): EpisodeRow[] {
  const common = {
    iteration,
    use: 'train',
    slot: 3,
    step: 0,
    opening: 'Write a program: keep the even numbers, then take the first 2, then print the list.',
    verdicts: [],
    verdictReasons: [],
    invalid: null,
    age: 0,
    noteAge: 0,
  }
  return [
    {
      ...common,
      episode: `train/${iteration}/3/0`,
      member: 0,
      agent: 'policy',
      action: 'xs = [int(x) for x in input().split()] ; xs = xs[: 2 ] ; print(*xs)',
      observation: 'passed 5 of 8',
      won: false,
      score: 5 / 8,
      ...{ finish: 'stop', ending: 'terminal', noteFinishes: [], softVerdicts: [], situation: null },
      good: false,
      goodReason: 'even',
      tests: ['2 3 4 -> 2 4', '1 -> <1>'],
      passedByCorrect: [1, 0],
      passedByIncorrect: [0.25, 1],
      reward: 0.625,
      advantage: -0.5,
      noteRewards: [3, -4],
      noteAdvantages: [0.9, -1.1],
    },
    {
      ...common,
      episode: `train/${iteration}/3/1`,
      member: 1,
      agent: 'policy',
      action: 'xs = [int(x) for x in input().split()]\nif xs:\n  xs = [x for x in xs if x % 2 == 0]\nprint(*xs[:2])\n',
      observation: 'passed 8 of 8',
      won: true,
      score: 1,
      ...{ finish: 'stop', ending: 'terminal', noteFinishes: [], softVerdicts: [], situation: null },
      good: true,
      goodReason: 'right',
      tests: ['4 4 4 -> 4 4', ''],
      passedByCorrect: [1, 0],
      passedByIncorrect: [0, 0],
      reward: 1,
      advantage: 1.2,
      noteRewards: [4, -4],
      noteAdvantages: [1.1, -1.1],
    },
  ]
}

/** Episodes of a group in which no program is correct: nothing is known of its tests. */
export const unknownOf = (iteration: number): EpisodeRow[] =>
  programsOf(iteration)
    .slice(0, 1)
    .map(row => ({
      ...row,
      passedByCorrect: row.tests.map(() => null),
      noteRewards: row.tests.map(() => null),
      noteAdvantages: row.tests.map(() => null),
    }))

/** What is asked in every slot. */
export const programTask = coding().generate('train', randomFrom(rootKey(5)))

/** Writes a finished run of 60 iterations into a new folder. */
export async function writeProgramRun(path: string): Promise<void> {
  const run = await createRunDirectory(path, {
    versions: { rlanything: '0.1.0', node: '20.19.0' },
    config: parseRunConfig({ environment: { name: 'coding' } }),
    measures: programMeasures,
    formulation: null,
  })
  for (let n = 1; n <= 60; n += 1) await run.appendMetrics(programMetricsOf(n))
  await run.appendLineage(lineageFixture.map(event => ('task' in event ? { ...event, task: programTask } : event)))
  await run.writeEpisodes(1, unknownOf(1))
  await run.writeEpisodes(60, programsOf(60))
  await run.writeSummary({ before: programSummaryOf(0), after: programSummaryOf(60) })
  await run.close()
}
