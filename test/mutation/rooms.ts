import { readdirSync } from 'node:fs'

/** A pure room: sources that compute and touch nothing else, and the tests that answer for them. Paths from the root. */
export interface Room {
  /** Files to change, or folders of them. */
  readonly sources: readonly string[]
  /** Files of tests, or folders of them. */
  readonly tests: readonly string[]
}

/** The rules of the worlds; wording, tables, options and the drawing of tasks are left as they are. */
const household = ['step', 'goal', 'admissible', 'state', 'edits', 'edit-goal', 'edit-room', 'walk', 'plan']
const coding = [
  'lists',
  'pipeline',
  'program',
  'parse',
  'valid',
  'change',
  'edits',
  'edit-clauses',
  'near-misses',
  'unit-tests',
]

/** By name. A mutant counts as killed only if a test of its own room fails. */
export const rooms: Readonly<Record<string, Room>> = {
  losses: { sources: ['src/losses'], tests: ['test/losses'] },
  feedback: { sources: ['src/feedback'], tests: ['test/feedback'] },
  math: { sources: ['src/math'], tests: ['test/math'] },
  supervision: { sources: ['src/runtime/supervision'], tests: ['test/runtime/supervision'] },
  wires: { sources: ['src/runtime/wires'], tests: ['test/runtime/wires'] },
  tasks: { sources: ['src/curriculum'], tests: ['test/curriculum'] },
  packing: { sources: ['src/learning/packing.ts'], tests: ['test/learning/packing.test.ts'] },
  household: {
    sources: household.map(file => `environments/household/${file}.ts`),
    tests: ['test/environments/household'],
  },
  coding: {
    sources: coding.map(file => `environments/coding/${file}.ts`),
    /* All but those of the starters, which are not in the sandbox. */
    tests: ['coding', 'edits', 'examine', 'language', 'options', 'parse', 'pipeline', 'tasks', 'unit-tests'].map(
      file => `test/environments/coding/${file}.test.ts`,
    ),
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
