import { readdirSync } from 'node:fs'

/** A pure room: sources that compute and touch nothing else, and the tests that answer for them. Paths from the root. */
export interface Room {
  /** Files to change, or folders of them. */
  readonly sources: readonly string[]
  /** Files of tests, or folders of them. */
  readonly tests: readonly string[]
}

/** The rules of the worlds; wording, tables, options and the drawing of tasks are left as they are. */
const household = [
  'play/step',
  'play/admissible',
  'play/state',
  'play/goal',
  'edits/edits',
  'edits/edit-goal',
  'edits/edit-room',
  'expert/walk',
  'expert/plan',
]
const coding = [
  'programs/lists',
  'tasks/pipeline',
  'programs/program',
  'programs/unit-tests',
  'generation/parse',
  'generation/valid',
  'edits/change',
  'edits/edits',
  'edits/edit-clauses',
  'tasks/near-misses',
]

/** The formulas of rewards, advantages and acceptance. */
const formulas = [
  'learning/segments/advantages',
  'reward/integrated',
  'reward/theory/importance-weights',
  'reward/theory/measured-precision',
  'reward/theory/reward-precision',
  'reward/unit-tests/pass-shares',
  'reward/unit-tests/reward',
  'reward/verdicts/consistency',
  'reward/verdicts/quality',
  'reward/verdicts/verdicts-by-reason',
  'reward/theory/vote-rates',
  'reward/votes',
  'curriculum/acceptance/acceptance',
  'curriculum/acceptance/direction',
  'curriculum/acceptance/sound-acceptance',
]
const formulaTests = [
  'learning/segments/advantages',
  'reward/integrated',
  'reward/theory/theory',
  'reward/unit-tests/pass-shares',
  'reward/unit-tests/reward',
  'reward/verdicts/consistency',
  'reward/verdicts/quality',
  'reward/verdicts/verdicts-by-reason',
  'curriculum/acceptance/acceptance',
]

/** All but the types of jstat, which have nothing to change. */
const statistics = [
  'bootstrap',
  'curve-band',
  'difference',
  'holm',
  'mean-estimate',
  'paired-difference',
  'paired-outcomes',
  'ratio-difference',
  'student-t',
  'verdict',
]

/** By name. A mutant counts as killed only if a test of its own room fails. */
export const rooms: Readonly<Record<string, Room>> = {
  losses: { sources: ['src/losses'], tests: ['test/losses'] },
  formulas: {
    sources: formulas.map(file => `src/${file}.ts`),
    tests: formulaTests.map(file => `test/${file}.test.ts`),
  },
  math: { sources: ['src/math'], tests: ['test/math'] },
  statistics: { sources: statistics.map(file => `src/statistics/${file}.ts`), tests: ['test/statistics'] },
  supervision: { sources: ['src/runtime/supervision'], tests: ['test/runtime/supervision'] },
  wires: { sources: ['src/runtime/wires'], tests: ['test/runtime/wires'] },
  curriculum: { sources: ['src/curriculum'], tests: ['test/curriculum'] },
  packing: { sources: ['src/learning/packing/packing.ts'], tests: ['test/learning/packing/packing.test.ts'] },
  household: {
    sources: household.map(file => `environments/household/${file}.ts`),
    /* Neither the laws of every world nor the tests that play whole episodes, which are slow. */
    tests: ['edits/edits', 'label', 'expert/plan', 'expert/walk', 'play/step', 'tasks', 'play/goal'].map(
      file => `test/environments/household/${file}.test.ts`,
    ),
  },
  coding: {
    sources: coding.map(file => `environments/coding/${file}.ts`),
    /* Neither the laws of every world, which are slow, nor the starters, which are not in the sandbox. */
    tests: [
      'edits/change',
      'edits/edits',
      'tasks/near-misses',
      'execution-check',
      'programs/lists',
      'tasks/pipeline',
      'programs/unit-tests',
      'tasks',
      'generation/parse',
    ].map(file => `test/environments/coding/${file}.test.ts`),
  },
}

/** The sources of a room, from the root. */
export const sourcesOf = ({ sources }: Room): readonly string[] => filesOf(sources, '.ts')

/** The tests of a room, from the root. */
export const testsOf = ({ tests }: Room): readonly string[] => filesOf(tests, '.test.ts')

const filesOf = (places: readonly string[], ending: string): readonly string[] =>
  places.flatMap(place =>
    place.endsWith('.ts')
      ? [place]
      : readdirSync(place)
          .filter(file => file.endsWith(ending))
          .sort()
          .map(file => `${place}/${file}`),
  )
