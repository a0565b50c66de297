import test from 'ava'
import fc from 'fast-check'
import { layOut, paddedLength, rectangles } from '../../src/device/onnx/pack.ts'
import { tree } from '../laws/device-cases.ts'

const lengths = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 60 })

test('every sequence lies in one rectangle, padded as its own length says, within the budget', t => {
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 2000 }), (drawn, budget) => {
      const found = rectangles(drawn, budget)
      t.deepEqual(
        found.flatMap(({ members }) => members).toSorted((a, b) => a - b),
        drawn.map((_, index) => index),
      )
      for (const { members, length } of found) {
        t.true(members.length === 1 || members.length * length <= budget)
        for (const member of members) t.is(paddedLength(drawn[member]!), length)
      }
    }),
  )
})

test('a query sees itself and its ancestors and nothing else', t => {
  fc.assert(
    fc.property(tree(20), sequence => {
      const length = paddedLength(sequence.tokens.length)
      const { mask, positions } = layOut([sequence], length)
      sequence.tokens.forEach((_, token) => {
        const seen = new Set<number>()
        for (let at = token; at >= 0; at = sequence.parents![at]!) seen.add(at)
        t.is(Number(positions[token]), seen.size - 1)
        const row = mask.subarray(token * length, (token + 1) * length)
        t.true(row.every((value, key) => (value === 0) === seen.has(key)))
      })
    }),
  )
})

test('chains share one causal mask', t => {
  const { mask, distinct } = layOut([{ tokens: Int32Array.of(1, 2) }, { tokens: Int32Array.of(3) }], 16)
  t.is(distinct, 1)
  t.is(mask.length, 256)
  t.true(mask.every((value, index) => (value === 0) === index % 16 <= Math.floor(index / 16)))
})
