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

const bounds = { low: [-1, 0], high: [1, 0.5] }
const gaussians = fc.array(fc.array(fc.float({ min: -2, max: 2, noNaN: true }), { minLength: 4, maxLength: 4 }), {
  minLength: 1,
  maxLength: 8,
})
const chosen = (rows: readonly (readonly number[])[], temperature: number) => {
  const buffer = createWorldBuffer({ worlds: rows.length, observationSize: 1, outputs: 4, controls: 2 })
  buffer.outputs.set(rows.flat())
  chooseActions(buffer, { from: 0, to: rows.length }, { actions: 2, bounds, temperature, key })
  return buffer.controls
}

test('continuous actions are within their bounds; at temperature 0 they are the means', t => {
  fc.assert(
    fc.property(gaussians, fc.double({ min: 0, max: 3, noNaN: true }), (rows, temperature) => {
      const within = (value: number, index: number) =>
        Math.min(nth(bounds.high, index % 2), Math.max(nth(bounds.low, index % 2), value))
      chosen(rows, temperature).forEach((value, place) => t.is(value, within(value, place)))
      t.deepEqual(
        [...chosen(rows, 0)],
        rows.flatMap(row => row.slice(0, 2)).map((mean, place) => within(mean, place) + 0),
      )
    }),
  )
})

test('continuous actions are drawn around their means with their deviations, each by its own world', t => {
  const rows = Array.from({ length: 4000 }, () => [0, 0.25, Math.log(0.2), Math.log(0.05)])
  const controls = chosen(rows, 1)
  for (const [index, mean, deviation] of [
    [0, 0, 0.2],
    [1, 0.25, 0.05],
  ] as const) {
    const own = [...controls].filter((_, place) => place % 2 === index)
    const average = own.reduce((sum, value) => sum + value, 0) / own.length
    const spread = Math.sqrt(own.reduce((sum, value) => sum + (value - average) ** 2, 0) / own.length)
    t.true(Math.abs(average - mean) < 0.02 && Math.abs(spread - deviation) < 0.01, `${average}, ${spread}`)
  }
  t.deepEqual(chosen(rows.slice(0, 10), 1), controls.slice(0, 20))
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

test('a logit that is not a number, wherever it is, is an error that names the world', t => {
  const row = fc.array(logits, { minLength: 3, maxLength: 3 })
  fc.assert(
    fc.property(row, fc.nat(2), fc.constantFrom(0, 1), (row, place, temperature) => {
      const buffer = slabOf([row, row.with(place, NaN)])
      t.throws(() => chooseActions(buffer, { from: 0, to: 2 }, { actions: 3, temperature, key }), {
        message: 'the logits of world 1 are not finite',
      })
    }),
  )
})
