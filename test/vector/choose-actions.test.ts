import test from 'ava'
import fc from 'fast-check'
import { rootKey } from '../../src/math/random.ts'
import { chooseActions } from '../../src/vector/choose-actions.ts'
import { createWorldBuffer } from '../../src/vector/world-buffer.ts'
import { nth } from '../../src/math/nth.ts'

const logits = fc.float({ min: -20, max: 20, noNaN: true })
const key = rootKey(3)

/** A buffer of `rows` whose outputs are given. */
function slabOf(rows: readonly (readonly number[])[]) {
  const buffer = createWorldBuffer({ worlds: rows.length, observationSize: 1, outputs: nth(rows, 0).length })
  buffer.outputs.set(rows.flat())
  return buffer
}

test('at temperature 0 the likeliest is taken, the first of equals', t => {
  fc.assert(
    fc.property(fc.array(fc.array(logits, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 }), rows => {
      const buffer = slabOf(rows)
      chooseActions(buffer, { from: 0, to: rows.length }, { actions: 3, temperature: 0, key })
      rows.forEach((row, world) => t.is(buffer.actions[world], row.indexOf(Math.max(...row))))
    }),
  )
})

test('an action depends on its own row, world and observation, not on who is chosen for beside it', t => {
  fc.assert(
    fc.property(fc.array(fc.array(logits, { minLength: 4, maxLength: 4 }), { minLength: 2, maxLength: 8 }), rows => {
      const options = { actions: 4, temperature: 1, key }
      const [together, apart] = [slabOf(rows), slabOf(rows)]
      for (const buffer of [together, apart])
        buffer.answered.forEach((_, world) => (buffer.answered[world] = world * 7))
      chooseActions(together, { from: 0, to: rows.length }, options)
      rows.forEach((_, world) => chooseActions(apart, { from: world, to: world + 1 }, options))
      t.deepEqual(apart.actions, together.actions)
    }),
  )
})

test('actions are drawn as often as the temperature says', t => {
  const buffer = slabOf([[0, Math.log(2), Math.log(5), 100]])
  const counts = [0, 0, 0]
  for (let turn = 0; turn < 8000; turn += 1) {
    buffer.answered[0] = turn
    chooseActions(buffer, { from: 0, to: 1 }, { actions: 3, temperature: 1, key })
    counts[nth(buffer.actions, 0)]! += 1
  }
  /* Four standard errors of the largest share. */
  counts.forEach((count, action) => t.true(Math.abs(count / 8000 - nth([1, 2, 5], action) / 8) < 0.022, String(counts)))
})

test('a logit that is not finite is an error that names the world', t => {
  const buffer = slabOf([
    [0, 1],
    [NaN, NaN],
  ])
  t.throws(() => chooseActions(buffer, { from: 0, to: 2 }, { actions: 2, temperature: 0, key }), {
    message: 'the logits of world 1 are not finite',
  })
})
