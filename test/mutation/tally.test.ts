import test from 'ava'
import { tallyOf, type Report } from './tally.ts'

type Status = Report['files'][string]['mutants'][number]['status']

/** Of `if (a < b) return a`, the first comparison changed. */
const mutant = (status: Status, replacement: string) => ({
  status,
  replacement,
  location: { start: { line: 2, column: 7 }, end: { line: 2, column: 12 } },
})
const report: Report = {
  files: {
    'src/least.ts': {
      source: 'const least = (a, b) => {\n  if (a < b) return a\n  return b\n}\n',
      mutants: [
        mutant('Killed', 'a > b'),
        mutant('Timeout', 'true'),
        mutant('Survived', 'a <= b'),
        mutant('NoCoverage', 'false'),
        mutant('Ignored', 'a + b'),
      ],
    },
  },
}
const named = {
  file: 'src/least.ts',
  line: 'if (a < b) return a',
  change: 'a < b → a <= b',
  why: 'equal numbers are one',
}

test('killed are those that a test or a loop without end gave away; excluded ones do not count', t => {
  t.deepEqual(tallyOf(report, []), {
    mutants: 4,
    killed: 2,
    equivalent: 0,
    survivors: ['src/least.ts:2 a < b → a <= b', 'src/least.ts:2 a < b → false'],
    stale: [],
  })
})

test('one that is named as equivalent is no mutant to find', t => {
  const { mutants, killed, equivalent, survivors, stale } = tallyOf(report, [named])
  t.deepEqual([mutants, killed, equivalent, survivors.length, stale.length], [3, 2, 1, 1, 0])
})

test('named as equivalent, and killed or gone, is told; of other files nothing is said', t => {
  const killed = { ...named, change: 'a < b → a > b' }
  const gone = { ...named, line: 'if (a < c) return a' }
  t.deepEqual(tallyOf(report, [killed, gone, { ...named, file: 'src/most.ts' }]).stale, [killed, gone])
})
