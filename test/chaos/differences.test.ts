import test from 'ava'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { differences } from './differences.ts'

test('what is the same has no differences, and what differs has the same number seen from either side', t => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      t.deepEqual(differences(a, structuredClone(a)), [])
      t.is(differences(a, b).length, differences(b, a).length)
      t.is(differences(a, b).length === 0, isDeepStrictEqual(a, b))
    }),
  )
})

test('a difference says where it is, what is there, and what was wanted', t => {
  const found = { metrics: [{ loss: 0.25 }], names: ['a', 'b'], state: null }
  const wanted = { metrics: [{ loss: 0.5 }], names: ['a'], state: {} }
  t.deepEqual(differences(found, wanted), [
    'metrics[0].loss: 0.25, wanted 0.5',
    'names[1]: "b", wanted nothing',
    'state: null, wanted {}',
  ])
})
