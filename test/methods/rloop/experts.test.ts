import test from 'ava'
import fc from 'fast-check'
import { expertSet, withSolutions, type ExpertPool } from '../../../src/methods/rloop/experts.ts'
import { passAtK, summed } from '../../../src/methods/rloop/pass.ts'
import { parseLoopMemory } from '../../../src/methods/rloop/state.ts'
import { plannedGroup, type PlayedGroup } from '../../../src/rollout/groups.ts'
import { present } from '../../fixtures/present.ts'
import { nth } from '../../../src/math/nth.ts'

/** Answers to one task, as tokens; odd ones are right. */
const groupOf = (slot: number, iteration: number, answers: readonly number[]): PlayedGroup => {
  const planned = plannedGroup({ use: 'train', iteration, slot, episodes: answers.length }, null)
  const members = planned.keys.map((key, index) => {
    const answer = nth(answers, index)
    const step = {
      agent: 'policy',
      action: String(answer),
      observation: '',
      context: Int32Array.of(slot),
      tokens: Int32Array.of(answer),
      logprobs: Float32Array.of(-1),
      version: 0,
      label: null,
    }
    const won = answer % 2 === 1
    const episode = {
      id: String(index),
      opening: '',
      steps: [step],
      won,
      score: won ? 1 : 0,
      ending: 'terminal' as const,
    }
    return { key, rollout: { episode, notes: {} } }
  })
  return { ...planned, members, passes: null }
}

const rounds = fc.array(
  fc.array(fc.record({ slot: fc.nat(3), answers: fc.array(fc.nat(9), { minLength: 1, maxLength: 6 }) }), {
    maxLength: 4,
  }),
  { minLength: 1, maxLength: 5 },
)

const poolOf = (each: readonly (readonly { slot: number; answers: readonly number[] }[])[]): ExpertPool =>
  each.reduce<ExpertPool>(
    (pool, groups, index) =>
      withSolutions(
        pool,
        index + 1,
        groups.map(({ slot, answers }) => groupOf(slot, index + 1, answers)),
      ),
    {},
  )

test('the pool has every different right answer of every iteration once, and nothing that lost', t => {
  fc.assert(
    fc.property(rounds, each => {
      const pool = poolOf(each)
      for (let slot = 0; slot < 4; slot += 1) {
        const answers = each.flatMap(groups =>
          groups.filter(group => group.slot === slot).flatMap(group => group.answers),
        )
        const right = answers.filter(answer => answer % 2 === 1)
        t.is(pool[slot]?.played ?? 0, answers.length)
        t.is(pool[slot]?.won ?? 0, right.length)
        const kept = (pool[slot]?.solutions ?? []).map(({ turns }) => turns.map(({ tokens }) => tokens).flat()[0])
        t.deepEqual(kept, [...new Set(right)])
      }
    }),
  )
})

test('hard tasks alone give solutions; those of the last iteration are a part of all', t => {
  fc.assert(
    fc.property(rounds, fc.double({ min: 0.1, max: 1, noNaN: true }), (each, hard) => {
      const pool = poolOf(each)
      const experts = expertSet(pool, { hard, from: 0 })
      for (const { turns } of experts) {
        const { played, won } = present(pool[nth(nth(turns, 0).context, 0)])
        t.true(won / played <= hard)
      }
      const last = expertSet(pool, { hard, from: each.length })
      t.deepEqual(
        last,
        experts.filter(({ iteration }) => iteration === each.length),
      )
    }),
  )
})

test('the pool survives a checkpoint; something else is refused', t => {
  fc.assert(
    fc.property(rounds, each => {
      const memory = { pool: poolOf(each), everSolved: [true, false] }
      t.deepEqual(parseLoopMemory(JSON.parse(JSON.stringify(memory))), memory)
    }),
  )
  t.throws(() => parseLoopMemory({ pool: [] }), {
    instanceOf: RangeError,
    message: /^state of rloop\.pool: .*, got \[\]$/,
  })
})

test('pass@k is the share of all choices of k answers that have a right one', t => {
  const choices = (n: number, k: number): number[][] =>
    k === 0 ? [[]] : Array.from({ length: n }, (_, last) => choices(last, k - 1).map(rest => [...rest, last])).flat()
  for (let n = 1; n <= 6; n += 1)
    for (let c = 0; c <= n; c += 1)
      for (let k = 1; k <= n; k += 1) {
        const all = choices(n, k)
        const share = all.filter(chosen => chosen.some(index => index < c)).length / all.length
        t.true(Math.abs(passAtK(n, c, k) - share) < 1e-12, `${n} ${c} ${k}`)
      }
  t.throws(() => passAtK(3, 4, 1), { instanceOf: RangeError, message: /right must be an integer in \[0, 3\], got 4/ })
  t.throws(() => passAtK(3, 1, 4), { instanceOf: RangeError, message: /k must be an integer in \[1, 3\], got 4/ })
})

test('worked numbers of a measurement: what is solved, how differently, what is forgotten', t => {
  const { measurement, everSolved } = present(summed([['a', 'a', 'b'], [], [], ['c']], 4, [true, true, false, false]))
  t.deepEqual(measurement.passAt, [
    { k: 1, rate: (3 / 4 + 0 + 0 + 1 / 4) / 4 },
    { k: 4, rate: 0.5 },
  ])
  t.is(measurement.distinct, 3 / 4)
  t.is(measurement.forgotten, 0.5)
  t.deepEqual(everSolved, [true, true, false, true])
  t.is(summed([['a']], 1, [])?.measurement.forgotten, null)
})

test('a task that could not be played is no failure: numbers are those of the others, and it is not forgotten', t => {
  const answers = fc.array(fc.constantFrom('a', 'b'), { maxLength: 3 })
  const tasks = fc.array(fc.record({ right: fc.option(answers, { nil: null }), ever: fc.boolean() }), { maxLength: 6 })
  fc.assert(
    fc.property(tasks, each => {
      const of = (some: typeof each) =>
        summed(
          some.map(({ right }) => right),
          3,
          some.map(({ ever }) => ever),
        )
      t.deepEqual(of(each)?.measurement, of(each.filter(({ right }) => right !== null))?.measurement)
      of(each)?.everSolved.forEach((ever, index) => t.true(each[index]?.right !== null || ever === each[index].ever))
    }),
  )
  t.is(summed([null], 3, [true]), null)
})
