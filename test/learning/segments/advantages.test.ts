import test from 'ava'
import fc from 'fast-check'
import { policyAdvantages, type SingletonRule } from '../../../src/learning/segments/advantages.ts'
import { raggedRewards } from '../../../src/laws/index.ts'
import { nth } from '../../../src/math/nth.ts'
import { formulas } from '../../fixtures/formulas.ts'
import { near } from '../../laws/near.ts'

const rules = ['drop', 'raw'] as const

test('advantages are those of the worked numbers', t => {
  for (const { rewards, advantages } of formulas.feedback)
    for (const rule of rules) near(t, policyAdvantages(rewards, rule), advantages[rule])
})

test('an episode alone at a step gets 0 or its own reward, by name', t => {
  t.deepEqual(policyAdvantages([[1, 2], [0]], 'drop'), [[1, 0], [-1]])
  t.deepEqual(policyAdvantages([[1, 2], [0]], 'raw'), [[1, 2], [-1]])
})

test('a reward that could not be computed leaves its group and changes no other', t => {
  const holed = fc.record({ rewards: raggedRewards, chance: fc.infiniteStream(fc.boolean()) })
  fc.assert(
    fc.property(holed, fc.constantFrom(...rules), ({ rewards, chance }, rule) => {
      const some = rewards.map(steps => steps.map(reward => (chance.next().value ? reward : null)))
      const advantages = policyAdvantages(some, rule)
      const whole = policyAdvantages(rewards, rule)
      for (let step = 0; step < Math.max(...rewards.map(({ length }) => length)); step += 1) {
        const reaching = [...rewards.keys()].filter(episode => step < nth(rewards, episode).length)
        const valid = reaching.filter(episode => nth(some, episode)[step] !== null)
        const alone = policyAdvantages(
          valid.map(episode => [nth(nth(rewards, episode), step)]),
          rule,
        )
        const column = reaching.map(episode => nth(advantages, episode)[step])
        t.deepEqual(
          column.filter(advantage => advantage !== null),
          alone.flat(),
        )
        t.is(column.filter(advantage => advantage === null).length, reaching.length - valid.length)
        if (valid.length === reaching.length)
          t.deepEqual(
            column,
            reaching.map(episode => nth(whole, episode)[step]),
          )
      }
    }),
  )
})

test('an empty group has no advantages', t => {
  t.deepEqual(policyAdvantages([], 'drop'), [])
  t.deepEqual(policyAdvantages([[], [1]], 'drop'), [[], [0]])
})

test('rewards that are not finite and unknown rules are refused', t => {
  t.throws(() => policyAdvantages([[1], [Number.NaN]], 'drop'), { instanceOf: RangeError, message: /finite, got NaN/ })
  t.throws(() => policyAdvantages([[1]], 'keep' as SingletonRule), { instanceOf: RangeError, message: /got 'keep'/ })
})
