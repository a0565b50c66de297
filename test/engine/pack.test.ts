import test from 'ava'
import fc from 'fast-check'
import { layOut, paddedLength, rounds } from '../../src/engine/local/model/pack.ts'
import { present } from '../fixtures/present.ts'
import { lastOf } from '../../src/math/last-of.ts'
import { nth } from '../../src/math/nth.ts'
import { tree } from '../laws/device/device-cases.ts'

const lengths = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 60 })

const replicas = fc.integer({ min: 1, max: 5 })

test('every sequence lies in one rectangle, padded as its own length says, within the budget', t => {
  fc.assert(
    fc.property(lengths, replicas, fc.integer({ min: 1, max: 2000 }), (drawn, count, budget) => {
      const found = rounds(drawn, count, budget).flat()
      t.deepEqual(
        found.flatMap(({ members }) => members).toSorted((a, b) => a - b),
        drawn.map((_, index) => index),
      )
      for (const { members, length } of found) {
        t.true(members.length === 1 || members.length * length <= budget)
        for (const member of members) t.is(paddedLength(nth(drawn, member)), length)
      }
    }),
  )
})

test('sequences behind a prefix are together in rectangles, whose other tokens are within the budget', t => {
  const drawn = fc.array(fc.record({ length: fc.integer({ min: 1, max: 200 }), isKin: fc.boolean() }), { minLength: 1 })
  fc.assert(
    fc.property(drawn, replicas, fc.integer({ min: 1, max: 2000 }), (all, count, budget) => {
      const prefix = 64
      const lengthOf = ({ length, isKin }: (typeof all)[number]): number => length + (isKin ? prefix : 0)
      const prefixes = all.map(({ isKin }) => (isKin ? { name: 'kin', length: prefix } : null))
      const found = rounds(all.map(lengthOf), count, budget, prefixes).flat()
      t.deepEqual(
        found.flatMap(({ members }) => members).toSorted((a, b) => a - b),
        all.map((_, index) => index),
      )
      for (const { members, length, prefix: own } of found) {
        t.is(new Set(members.map(member => nth(all, member).isKin)).size, 1)
        t.is(own, nth(all, nth(members, 0)).isKin ? prefix : 0)
        t.true(members.length === 1 || members.length * (length - own) <= budget)
        t.true(members.every(member => paddedLength(lengthOf(nth(all, member))) <= length))
      }
    }),
  )
})

test('every replica has a part in every round but the last, and in that one too if there is much to do', t => {
  fc.assert(
    fc.property(lengths, replicas, (drawn, count) => {
      const found = rounds(drawn, count, 1024)
      for (const round of found.slice(0, -1)) t.is(round.length, count)
      const last = lastOf(found)
      t.true(
        last.length === count ||
          last.every(({ members, length }) => members.length === 1 || members.length * length < 256),
      )
    }),
  )
})

test('a batch of one length is divided into equal parts', t => {
  const tokens = (count: number, batch: number) =>
    rounds(
      Array.from({ length: batch }, () => 64),
      count,
      1024,
    ).map(round => round.map(({ members, length }) => members.length * length))
  t.deepEqual(tokens(2, 32), [[1024, 1024]])
  t.deepEqual(tokens(3, 40), [[896, 832, 832]])
  t.deepEqual(tokens(2, 4), [[128, 128]])
  t.deepEqual(tokens(2, 1), [[64]])
  t.deepEqual(tokens(1, 20), [[640], [640]])
})

test('a query sees itself and its ancestors and nothing else', t => {
  fc.assert(
    fc.property(tree(20), sequence => {
      const length = paddedLength(sequence.tokens.length)
      const { mask, positions } = layOut([sequence], length)
      sequence.tokens.forEach((_, token) => {
        const seen = new Set<number>()
        for (let at = token; at >= 0; at = nth(present(sequence.parents), at)) seen.add(at)
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
