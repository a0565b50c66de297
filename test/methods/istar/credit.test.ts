import test from 'ava'
import fc from 'fast-check'
import { outcomeCredit } from '../../../src/learning/group-credit.ts'
import { istarCredit } from '../../../src/methods/istar/credit.ts'
import { preferencePairs } from '../../../src/methods/istar/preference-pairs.ts'
import { pairAccuracy } from '../../../src/methods/istar/reward-model.ts'
import { stepAuc } from '../../../src/methods/istar/step-auc.ts'
import { nth } from '../../../src/math/nth.ts'
import { present } from '../../fixtures/present.ts'
import { madeUpEpisodes, madeUpGroup } from '../made-up-group.ts'

const near = (one: number, other: number): boolean => Math.abs(one - other) < 1e-9

test('without step rewards that differ, or with α 0, the advantage is that of the outcome', t => {
  fc.assert(
    fc.property(madeUpEpisodes, fc.constantFrom(0, 0.5, 1), (episodes, alpha) => {
      const group = madeUpGroup(episodes)
      const { advantages } = outcomeCredit(group)
      const equal = episodes.map(({ rewards }) => rewards.map(() => 0.25))
      const different = episodes.map(({ rewards }, index) => rewards.map((_, step) => index + step))
      t.deepEqual(istarCredit(group, equal, alpha).advantages, advantages)
      t.deepEqual(istarCredit(group, different, 0).advantages, advantages)
    }),
  )
})

test('the step part is standardised over all steps of the group', t => {
  fc.assert(
    fc.property(madeUpEpisodes, fc.double({ min: 0.1, max: 3, noNaN: true }), (episodes, alpha) => {
      const group = madeUpGroup(episodes)
      const rewards = episodes.map(({ rewards }, index) => rewards.map((_, step) => Math.sin(3 * index + step)))
      const whole = outcomeCredit(group).advantages
      const steps = istarCredit(group, rewards, alpha).advantages.flatMap((own, index) =>
        own.map((advantage, step) => present(advantage) - present(nth(whole, index)[step])),
      )
      t.true(near(steps.reduce((sum, value) => sum + value, 0) / 100, 0))
      const power = steps.reduce((sum, value) => sum + value * value, 0)
      if (steps.length > 1) t.true(near(power / steps.length, alpha * alpha))
    }),
  )
})

test('pairs are of one task, won before lost, each once', t => {
  fc.assert(
    fc.property(fc.array(madeUpEpisodes, { maxLength: 4 }), groups => {
      const played = groups.map((episodes, slot) => madeUpGroup(episodes, slot))
      const all = groups.flatMap((episodes, task) => episodes.map(({ won }) => ({ won, task })))
      const pairs = preferencePairs(played)
      for (const [chosen, rejected] of pairs) {
        t.is(nth(all, chosen).task, nth(all, rejected).task)
        t.true(nth(all, chosen).won)
        t.false(nth(all, rejected).won)
      }
      t.is(new Set(pairs.map(pair => pair.join())).size, pairs.length)
      const wanted = groups.map(
        episodes => episodes.filter(({ won }) => won).length * episodes.filter(({ won }) => !won).length,
      )
      t.is(
        pairs.length,
        wanted.reduce((sum, count) => sum + count, 0),
      )
    }),
  )
})

test('a pair is ordered right where the won trajectory has the greater sum', t => {
  t.is(
    pairAccuracy(
      [[1, 1], [3], [2.5, -1]],
      [
        [0, 1],
        [0, 2],
      ],
    ),
    0.5,
  )
  t.is(pairAccuracy([[1]], []), null)
})

test('the AUC is the share of pairs of a good and a bad step that are ordered right, ties a half', t => {
  const steps = fc.array(
    fc.record({
      reward: fc.integer({ min: 0, max: 4 }),
      label: fc.option(fc.record({ good: fc.boolean() }), { nil: null }),
    }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(steps, each => {
      const [good, bad] = [true, false].map(kind => each.filter(({ label }) => label?.good === kind))
      const wins = present(good).flatMap(one =>
        present(bad).map(other => (one.reward > other.reward ? 1 : one.reward === other.reward ? 0.5 : 0)),
      )
      const share = wins.length === 0 ? null : wins.reduce<number>((sum, win) => sum + win, 0) / wins.length
      const auc = stepAuc(each)
      if (share === null) t.is(auc, null)
      else t.true(auc !== null && near(auc, share))
    }),
  )
})
