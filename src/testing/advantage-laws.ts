import assert from 'node:assert/strict'
import fc from 'fast-check'
import { raggedRewards } from './arbitraries.ts'
import type { Law } from './law.ts'

/** [episodes][steps] rewards to advantages of the same shape. */
export type AdvantageRule = (rewards: readonly (readonly number[])[]) => readonly (readonly number[])[]

/** What an advantage that compares the episodes of a group step by step must satisfy. */
export const advantageLaws = (advantages: AdvantageRule): readonly Law[] => [
  {
    name: 'advantages have the shape of the rewards',
    check: () =>
      fc.assert(
        fc.property(raggedRewards, rewards => {
          assert.deepEqual(
            advantages(rewards).map(({ length }) => length),
            rewards.map(({ length }) => length),
          )
        }),
      ),
  },
  {
    name: 'over two or more episodes at a step index the mean is 0 and the variance 1, or all are 0',
    check: () =>
      fc.assert(
        fc.property(raggedRewards, rewards => {
          for (const column of columns(advantages(rewards))) {
            if (column.length < 2 || column.every(value => value === 0)) continue
            assert.ok(Math.abs(average(column)) < rounding)
            assert.ok(Math.abs(average(column.map(value => value ** 2)) - 1) < rounding)
          }
        }),
      ),
  },
  {
    name: 'episodes that are rewarded alike at a step are told nothing about it',
    check: () =>
      fc.assert(
        fc.property(fc.integer({ min: 2, max: 8 }), fc.integer({ min: -16, max: 16 }), (episodes, reward) => {
          const same = advantages(Array.from({ length: episodes }, () => [reward / 8]))
          assert.ok(same.flat().every(value => value === 0))
        }),
      ),
  },
  {
    name: 'the order of episodes has no effect',
    check: () =>
      fc.assert(
        fc.property(raggedRewards, rewards => {
          near([...advantages([...rewards].reverse())].reverse(), advantages(rewards))
        }),
      ),
  },
  {
    name: 'of two or more episodes, a higher reward never has a lower advantage',
    check: () =>
      fc.assert(
        fc.property(raggedRewards, rewards => {
          const result = advantages(rewards)
          rewards.forEach((mine, a) =>
            rewards.forEach((theirs, b) =>
              mine.forEach((reward, step) => {
                const other = theirs[step]
                if (other === undefined || reward <= other) return
                assert.ok(result[a]![step]! > result[b]![step]!)
              }),
            ),
          )
        }),
      ),
  },
]

const rounding = 1e-9
const average = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

function columns(ragged: readonly (readonly number[])[]): number[][] {
  const longest = Math.max(...ragged.map(({ length }) => length))
  return Array.from({ length: longest }, (_, step) => ragged.flatMap(row => row.slice(step, step + 1)))
}

function near(actual: readonly (readonly number[])[], expected: readonly (readonly number[])[]): void {
  actual.forEach((row, r) => row.forEach((value, c) => assert.ok(Math.abs(value - expected[r]![c]!) < rounding)))
}
