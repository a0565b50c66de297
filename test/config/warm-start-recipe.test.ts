import test from 'ava'
import fc from 'fast-check'
import { ConfigError } from '../../src/config/config-error.ts'
import { parseWarmStartRecipe, phaseRate } from '../../src/config/warm-start-recipe.ts'
import { lastOf } from '../../src/math/last-of.ts'
import { nth } from '../../src/math/nth.ts'

test('the rate rises to its peak over a tenth, never exceeds it, and falls to a tenth of it', t => {
  fc.assert(
    fc.property(fc.integer({ min: 20, max: 2000 }), fc.double({ min: 1e-6, max: 1, noNaN: true }), (count, peak) => {
      const recipe = { ...parseWarmStartRecipe({}).policy, learningRate: peak }
      const rates = Array.from({ length: count }, (_, index) => phaseRate(recipe, index, count))
      const top = rates.indexOf(Math.max(...rates))
      t.true(Math.max(...rates) <= peak * (1 + 1e-12) && Math.max(...rates) > 0.85 * peak)
      t.true(
        rates.every(
          (rate, index) =>
            index === 0 || (index <= top ? rate >= nth(rates, index - 1) : rate <= nth(rates, index - 1)),
        ),
      )
      t.true(lastOf(rates) >= 0.1 * peak && lastOf(rates) < 0.2 * peak)
    }),
    { numRuns: 50 },
  )
})

test('what is not given is what the shipped starters were made by', t => {
  const recipe = parseWarmStartRecipe({ model: { hidden_size: 128 }, policy: { batches: 3 } })
  t.like(recipe, {
    model: { hidden_size: 128, num_hidden_layers: 2 },
    policy: { batches: 3, randomActionRate: 0.14, corruptedActionRate: 0.04 },
    rewardModel: { batches: 60, ownEpisodes: 0.5 },
  })
})

test('wrong keys and values are refused by path, with the value found and what is wanted', t => {
  const refused = (value: unknown, message: RegExp) =>
    t.throws(() => parseWarmStartRecipe(value), { instanceOf: ConfigError, message })
  refused({ model: { hidden_siz: 64 } }, /model\.hidden_siz .*hidden_size/)
  refused({ policy: { randomActionRate: 1.5 } }, /policy\.randomActionRate must be a number in \[0, 1\], got 1\.5/)
  refused(
    { rewardModel: { randomActionRate: 0.8, corruptedActionRate: 0.4 } },
    /rewardModel\.randomActionRate and rewardModel\.corruptedActionRate must sum to at most 1/,
  )
  refused({ shared: true, rewardModel: { fromPolicy: true } }, /shared must be false where rewardModel\.fromPolicy/)
})
