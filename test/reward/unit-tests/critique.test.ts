import test from 'ava'
import fc from 'fast-check'
import { summariseTests, type CriticProgram } from '../../../src/reward/unit-tests/critique.ts'

const programs: fc.Arbitrary<CriticProgram[]> = fc.array(
  fc
    .record({ eighths: fc.nat(8), reason: fc.constantFrom('take', 'sort', 'output') })
    .map(({ eighths, reason }) => ({ correct: eighths === 8, score: eighths / 8, reason })),
  { maxLength: 8 },
)

test('the complaint is what is said of an incorrect program; none is made where all are correct', t => {
  fc.assert(
    fc.property(programs, group => {
      const { complaint, condemned } = summariseTests(group, [])
      const reasons = group.filter(({ correct }) => !correct).map(({ reason }) => reason)
      t.is(complaint === null, reasons.length === 0)
      if (complaint !== null) t.true(reasons.includes(complaint))
      t.is(condemned * Math.max(1, group.length), reasons.length)
    }),
  )
})

test('the order of programs does not change the complaint', t => {
  const shuffled = programs.chain(group =>
    fc.tuple(fc.constant(group), fc.shuffledSubarray(group, { minLength: group.length })),
  )
  fc.assert(
    fc.property(shuffled, ([group, other]) => {
      const [one, two] = [summariseTests(group, []), summariseTests(other, [])]
      t.deepEqual([two.complaint, two.condemned], [one.complaint, one.condemned])
    }),
  )
})

test('pass shares of programs and of tests, each test once', t => {
  const summary = summariseTests(
    [
      { correct: false, score: 0.25, reason: 'take' },
      { correct: true, score: 1, reason: 'right' },
      { correct: false, score: 0, reason: 'take' },
      { correct: false, score: 0.5, reason: 'sort' },
    ],
    [
      { text: '3 1 -> 4', passes: [false, true, false, true] },
      { text: '3 1 -> 4', passes: [false, true, false, true] },
      { text: 'none', passes: null },
    ],
  )
  t.deepEqual(summary, {
    complaint: 'take',
    condemned: 0.75,
    text: [
      '✗ program 1 passes 25 % of the hidden tests: take',
      '  program 2 passes 100 % of the hidden tests: right',
      '✗ program 3 passes 0 % of the hidden tests: take',
      '✗ program 4 passes 50 % of the hidden tests: sort',
      '  3 1 -> 4: passed by 50 %',
      '  none: not tried',
    ].join('\n'),
  })
  t.deepEqual(summariseTests([], []), { complaint: null, condemned: 0, text: '' })
})
