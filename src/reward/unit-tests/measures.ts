import type { MeasureTable } from '../../contracts/measure.ts'

const share = { chart: 'Programs and tests', format: 'percent' } as const
const information = { chart: 'Information of a test', format: 'decimal' } as const
const health = {
  bounds: [0.1, 0.3],
  bad: 'above',
  meaning: 'of what the reward model writes cannot be read',
} as const

/** How good programs and the tests written for them are, by name. A program is correct if it passes all hidden tests. */
export const unitTestMeasures = {
  code: { ...share, title: 'Code', about: 'Share of the programs that are correct, mean over tasks.' },
  unitTest: {
    ...share,
    title: 'UT',
    about: 'Share of the tests that every correct program of their task passes, mean over tasks with one.',
    column: 'UT',
    summary: 'card',
  },
  detect: {
    ...share,
    title: 'Detect',
    about:
      'Share of the tests that every correct program passes and every incorrect one fails, mean over tasks with both.',
    column: 'detect',
    summary: 'card',
  },
  pCorrect: {
    ...information,
    title: 'p_c',
    about: 'P(a correct program passes a test), over all tests; a test fails every program where it is no test.',
    least: 0,
    most: 1,
    column: 'p_c',
    summary: 'row',
  },
  pDetect: {
    ...information,
    title: 'p_d',
    about: 'P(an incorrect program fails a test), over all tests.',
    least: 0,
    most: 1,
    column: 'p_d',
    summary: 'row',
  },
  margin: {
    ...information,
    title: 'p_c + p_d − 1',
    about: '0 is an uninformative test, 1 a perfect one.',
    least: -1,
    most: 1,
    mark: { y: 0, name: 'uninformative' },
    column: 'margin',
    summary: 'row',
  },
  malformed: {
    title: 'texts that are no test',
    about: 'Share of the texts written.',
    format: 'percent',
    chart: 'Form',
    health,
  },
  tests: { title: 'tests', about: 'Texts written.', format: 'count' },
} as const satisfies MeasureTable<string>

/** `null` where there was nothing to measure. */
export type UnitTestQuality = Readonly<Record<keyof typeof unitTestMeasures, number | null>>
