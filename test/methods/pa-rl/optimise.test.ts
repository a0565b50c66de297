/** Improving actions, against critics that are formulas. */
import test from 'ava'
import fc from 'fast-check'
import { rootKey } from '../../../src/math/random.ts'
import type { ActionValues } from '../../../src/methods/pa-rl/ensemble.ts'
import { bestActions, optimiseActions, targetActions, withDataActions } from '../../../src/methods/pa-rl/optimise.ts'

const sizes = { observation: 1, action: 2 }
const unit = fc.float({ min: -1, max: 1, noNaN: true })

/** Q of each action by itself, and its gradient. */
const critic =
  (q: (a: number, b: number) => number, slope: (a: number, b: number) => readonly [number, number]): ActionValues =>
  async (_, actions) => {
    const pairs = Array.from({ length: actions.length / 2 }, (__, row) => [...actions.subarray(2 * row, 2 * row + 2)])
    return {
      values: Float32Array.from(pairs, ([a = 0, b = 0]) => q(a, b)),
      slopes: async () => Float32Array.from(pairs.flatMap(([a = 0, b = 0]) => slope(a, b))),
    }
  }
const linear = critic(
  (a, b) => 3 * a - 2 * b,
  () => [3, -2],
)
/* Its gradient points away from its maximum now and then: a step may make an action worse. */
const waves = critic(
  (a, b) => Math.sin(9 * a) + Math.cos(7 * b),
  (a, b) => [9 * Math.cos(9 * a), -7 * Math.sin(7 * b)],
)

const rounds = fc.record({
  rows: fc.integer({ min: 1, max: 3 }),
  all: fc.array(unit, { minLength: 24, maxLength: 24 }),
  keep: fc.integer({ min: 1, max: 4 }),
  localSteps: fc.integer({ min: 0, max: 4 }),
})
const samplesOf = (rows: number, all: readonly number[]) => Float32Array.from(all.slice(0, rows * 8))

test('no state is left with a worse action than its best sample, whatever the steps do', async t => {
  await fc.assert(
    fc.asyncProperty(rounds, async ({ rows, all, keep, localSteps }) => {
      const samples = samplesOf(rows, all)
      const asked = { observations: new Float32Array(rows), sizes, samples }
      const found = await optimiseActions(waves, asked, { keep, localSteps, stepSize: 0.3 })
      t.is(found.values.length, rows * keep)
      const before = (await waves(asked.observations, samples)).values
      const again = (await waves(asked.observations, found.actions)).values
      for (let row = 0; row < rows; row += 1) {
        const own = found.values.subarray(row * keep, (row + 1) * keep)
        t.true(own[0] === Math.max(...own) && own[0] >= Math.max(...before.subarray(row * 4, (row + 1) * 4)))
      }
      t.deepEqual(again, found.values)
      t.true(found.actions.every(value => Math.abs(value) <= 1))
    }),
  )
})

test('with a linear Q an action moves by T η w exactly, before it is cut off', async t => {
  const samples = Float32Array.of(0.1, 0.2, 0.05, 0.4)
  const asked = { observations: new Float32Array(1), sizes, samples }
  const found = await optimiseActions(linear, asked, { keep: 2, localSteps: 5, stepSize: 0.01 })
  const wanted = [0.1 + 0.15, 0.2 - 0.1, 0.05 + 0.15, 0.4 - 0.1]
  found.actions.forEach((value, place) => t.true(Math.abs(value - (wanted[place] ?? 0)) < 1e-6))
  const far = await optimiseActions(linear, asked, { keep: 1, localSteps: 5, stepSize: 1 })
  t.deepEqual(far.actions, Float32Array.of(1, -1))
})

test('the target is the best, or drawn with weights exp Q; the data takes the place of the worst', t => {
  const candidates = { actions: Float32Array.of(1, 1, 0, 0, -1, -1), values: Float32Array.of(2, 1, 0) }
  t.deepEqual(bestActions(candidates, 2, 1), Float32Array.of(1, 1))
  const data = withDataActions(candidates, { actions: Float32Array.of(0.5, 0.5), values: Float32Array.of(1.5) })
  t.deepEqual(data, { actions: Float32Array.of(1, 1, 0, 0, 0.5, 0.5), values: Float32Array.of(2, 1, 1.5) })
  const drawn = Array.from({ length: 3000 }, (_, seed) =>
    targetActions(candidates, { action: 2, count: 1, key: rootKey(seed), target: 'sample' }).at(0),
  )
  const total = Math.exp(2) + Math.E + 1
  for (const [value, weight] of [
    [1, Math.exp(2)],
    [0, Math.E],
    [-1, 1],
  ] as const) {
    const share = drawn.filter(each => each === value).length / drawn.length
    t.true(Math.abs(share - weight / total) < 0.03, `${value}: ${share}`)
  }
  t.deepEqual(targetActions(data, { action: 2, count: 1, key: rootKey(1), target: 'argmax' }), Float32Array.of(1, 1))
})
