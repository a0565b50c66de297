import test from 'ava'
import fc from 'fast-check'
import { createUntrainedWatch } from '../../../src/run/loop/untrained.ts'

const line = (iteration: number, samples: number, dropped: Record<string, number>) => ({
  iteration,
  models: { policy: { samples, dropped }, critic: {}, frozen: { samples: 0, dropped: {} } },
})

test('a model without a sample is spoken of in the first iteration, at every fifth in a row, and at the end', t => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }), trained => {
      const watch = createUntrainedWatch()
      let inARow = 0
      let spoken = false
      trained.forEach((isTrained, index) => {
        inARow = isTrained ? 0 : inARow + 1
        const said = watch.take(line(index + 1, isTrained ? 3 : 0, { 'group too low': 2 }))
        const many = inARow > 0 && inARow % 5 === 0
        spoken ||= many
        t.is(said.length, Number(many || (index === 0 && !isTrained)))
      })
      t.is(watch.end().length, Number(spoken || !trained.includes(true)))
    }),
  )
})

test('the reasons are counted', t => {
  const watch = createUntrainedWatch()
  const dropped = { 'group too low': 40, 'zero advantage': 2 }
  t.deepEqual(watch.take(line(1, 0, dropped)), [
    'iteration 1 has trained the policy on 0 samples; left out: group too low 40, zero advantage 2',
  ])
  watch.take(line(2, 0, dropped))
  t.deepEqual(watch.end(), [
    'the policy was trained on nothing in 2 of 2 iterations; left out: group too low 80, zero advantage 4',
  ])
})
