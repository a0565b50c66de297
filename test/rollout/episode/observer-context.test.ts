import test from 'ava'
import fc from 'fast-check'
import { markOf, observerContext } from '../../../src/rollout/episode/observer-context.ts'

const steps = fc.array(fc.record({ observation: fc.string() }), { maxLength: 5 })

test('a step that is read alone is told with the opening and the last observation, whatever was before that', t => {
  fc.assert(
    fc.property(fc.string(), steps, steps, fc.record({ observation: fc.string() }), (opening, some, others, last) => {
      const told = observerContext('step', { opening, steps: [...some, last] })
      t.like(told, { opening, before: last.observation })
      t.deepEqual(observerContext('step', { opening, steps: [...others, last] }), { ...told, step: others.length + 1 })
    }),
  )
  t.deepEqual(observerContext('step', { opening: 'a room', steps: [] }), { step: 0, opening: 'a room', before: '' })
})

test('who reads the history is told the opening once, and nothing that has been read', t => {
  fc.assert(
    fc.property(fc.string(), steps, (opening, before) => {
      const told = { step: before.length, opening: before.length === 0 ? opening : '' }
      t.deepEqual(observerContext('history', { opening, steps: before }), told)
      t.deepEqual(observerContext(undefined, { opening, steps: before }), told)
    }),
  )
})

test('only a step that was read alone is marked', t => {
  t.deepEqual(markOf({}), {})
  t.deepEqual(markOf({ before: '' }), { alone: true })
})
