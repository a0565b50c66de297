import test from 'ava'
import fc from 'fast-check'
import { verdictOf } from '../../src/statistics/verdict.ts'

test('a verdict needs a test, a p below what the level leaves, and a sign', t => {
  t.is(verdictOf(0.1, 0.04, 0.95), 'supported')
  t.is(verdictOf(-0.1, 0.04, 0.95), 'contradicted')
  t.is(verdictOf(0.1, 0.04, 0.99), 'inconclusive')
  t.is(verdictOf(0.1, 0.5, 0.5), 'inconclusive', 'at the bound it is not below it')
  t.is(verdictOf(null, 0.01, 0.95), 'inconclusive')
  t.is(verdictOf(0.1, null, 0.95), 'inconclusive')
  t.is(verdictOf(null, null, 0.95), 'inconclusive')
  t.is(verdictOf(0, 0, 0.95), 'inconclusive')
})

test('turning the difference round turns the verdict round', t => {
  const turned = { supported: 'contradicted', inconclusive: 'inconclusive', contradicted: 'supported' } as const
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.option(fc.double({ min: 0, max: 1, noNaN: true })), (difference, p) => {
      t.is(verdictOf(-difference, p, 0.95), turned[verdictOf(difference, p, 0.95)])
    }),
  )
})
