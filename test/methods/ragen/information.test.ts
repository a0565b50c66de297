import test from 'ava'
import fc from 'fast-check'
import type { Sequence } from '../../../src/contracts/models/device.ts'
import { firstActionInformation, informationOf, maxTasks } from '../../../src/methods/ragen/information.ts'
import { madeUpGroup } from '../made-up-group.ts'

const table = fc
  .tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 1, max: 4 }))
  .chain(([questions, answers]) =>
    fc.array(fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: answers, maxLength: answers }), {
      minLength: questions,
      maxLength: questions,
    }),
  )
  .map(rows => rows.map(row => row.map(value => Math.log(value / row.reduce((sum, each) => sum + each, 0)))))

test('information is at most log of the number of questions, and 0 where all have the same answers', t => {
  fc.assert(
    fc.property(table, fc.nat(), (logprobs, pick) => {
      const given = logprobs.map((row, question) => [(pick + question) % row.length])
      const { entropy, conditional } = informationOf(logprobs, given)
      t.true(entropy - conditional <= Math.log(logprobs.length) + 1e-9)
      const same = logprobs.map(() => logprobs[0]!)
      const alike = informationOf(same, given)
      t.true(Math.abs(alike.entropy - alike.conditional) < 1e-9)
    }),
  )
})

test('two questions that are answered differently, and always so, tell one bit', t => {
  const sure = [
    [0, -50],
    [-50, 0],
  ]
  const { entropy, conditional } = informationOf(sure, [
    [0, 0],
    [1, 1],
  ])
  t.true(Math.abs(entropy - Math.log(2)) < 1e-9)
  t.true(Math.abs(conditional) < 1e-9)
})

test('a question without an answer is refused', t => {
  t.throws(() => informationOf([[0]], [[]]), { instanceOf: RangeError })
})

test('however many tasks an iteration has, the answers of the first of them are scored, after each of their questions', async t => {
  const scored: number[] = []
  const model = {
    traits: { reproducible: true, durable: false, branches: true, clips: true, entropy: true, contextTokens: 64 },
    logprobs: (sequences: readonly Sequence[]) => {
      scored.push(...sequences.map(({ tokens }) => tokens.length))
      return Promise.resolve(sequences.map(({ tokens }) => new Float32Array(tokens.length)))
    },
  }
  const groups = Array.from({ length: 100 }, (_, slot) => madeUpGroup([{ won: true, rewards: [1] }], slot))
  await firstActionInformation(model, groups)
  t.deepEqual(scored, Array<number>(maxTasks).fill(4))
})
