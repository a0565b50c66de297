import test from 'ava'
import fc from 'fast-check'
import colours from '../../../fixtures/worlds/colours.ts'
import { lineages, tasksOf } from '../../../../src/laws/index.ts'
import { replayLineage } from '../../../../src/curriculum/slots.ts'

test('tasks are those of the world', t => {
  const world = colours()
  fc.assert(
    fc.property(tasksOf(world), task => {
      t.true(world.valid(task))
      t.deepEqual(world.parseTask(JSON.parse(JSON.stringify(task))), task)
    }),
    { numRuns: 20 },
  )
})

test('lineages replay, and some of them change a task', t => {
  let accepted = 0
  fc.assert(
    fc.property(lineages, events => {
      const slots = replayLineage(events)
      t.is(slots.length, events.filter(({ kind }) => kind === 'rooted').length)
      accepted += slots.filter(({ current }) => current.version > 0).length
    }),
  )
  t.true(accepted > 0)
})
