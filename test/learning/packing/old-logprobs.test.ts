import test from 'ava'
import fc from 'fast-check'
import type { Sequence } from '../../../src/contracts/models/device.ts'
import { oldLogprobsOf } from '../../../src/learning/packing/old-logprobs.ts'
import type { Packed } from '../../../src/learning/packing/packing.ts'

/** Targets of two tokens each, one token before each of them. */
const packed = fc
  .array(fc.record({ behaviour: fc.tuple(nats(), nats()), isStale: fc.boolean() }), { minLength: 1, maxLength: 4 })
  .map((targets): Packed => ({
    sequence: { tokens: Int32Array.from({ length: 3 * targets.length }, (_, place) => place) },
    targets: targets.map(({ behaviour, isStale }, index) => ({
      start: 3 * index + 1,
      end: 3 * index + 3,
      advantage: 1,
      weight: 1,
      behaviour: Float32Array.from(behaviour),
      isStale,
    })),
  }))
const batches = fc.array(packed, { maxLength: 6 })

function nats() {
  return fc.integer({ min: -400, max: 0 }).map(value => value / 32)
}

/** Scores every token of the n-th sequence asked for with 100 + n. */
function scorer() {
  const asked: Sequence[] = []
  return {
    asked,
    score: async (sequences: readonly Sequence[]) =>
      sequences.map(sequence => new Float32Array(sequence.tokens.length).fill(100 + asked.push(sequence) - 1)),
  }
}

test('scored, every sequence is computed, in order', async t => {
  await fc.assert(
    fc.asyncProperty(batches, async batch => {
      const { asked, score } = scorer()
      const found = await oldLogprobsOf(batch, 'scored', score)
      t.deepEqual(
        asked,
        batch.map(({ sequence }) => sequence),
      )
      found.forEach((logprobs, index) => t.true(logprobs.every(value => value === 100 + index)))
    }),
  )
})

test('sampled, only sequences with something from older weights are computed; the others have what was recorded', async t => {
  await fc.assert(
    fc.asyncProperty(batches, async batch => {
      const { asked, score } = scorer()
      const found = await oldLogprobsOf(batch, 'sampled', score)
      const mixed = batch.filter(({ targets }) => targets.some(({ isStale }) => isStale))
      t.deepEqual(
        asked,
        mixed.map(({ sequence }) => sequence),
      )
      t.is(found.length, batch.length)
      batch.forEach((each, index) => {
        const own = found[index]!
        t.is(own.length, each.sequence.tokens.length)
        if (mixed.includes(each)) t.true(own.every(value => value === 100 + mixed.indexOf(each)))
        else for (const { start, end, behaviour } of each.targets) t.deepEqual(own.slice(start, end), behaviour)
      })
    }),
  )
})

test('a sample that was recorded with too few values is refused', async t => {
  const sequence = { tokens: Int32Array.of(1, 2, 3) }
  const target = { start: 1, end: 3, advantage: 1, weight: 1, isStale: false }
  const short = [{ sequence, targets: [{ ...target, behaviour: Float32Array.of(-1) }] }]
  const { score } = scorer()
  await t.throwsAsync(oldLogprobsOf(short, 'sampled', score), {
    instanceOf: RangeError,
    message: 'a sample must have 2 log-probabilities, one a token, got 1',
  })
})
