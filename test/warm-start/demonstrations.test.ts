import test from 'ava'
import fc from 'fast-check'
import household from '../../environments/household/index.ts'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'
import { demonstrate, type DemonstrationOptions } from '../../src/warm-start/demonstrations.ts'

const world = household()
const play = (seed: number, options: DemonstrationOptions) => {
  const key = rootKey(seed)
  const task = world.generate('train', randomFrom(derive(key, 'task')))
  return { task, demonstration: demonstrate(world, task, randomFrom(derive(key, 'play')), options) }
}
const seeds = fc.nat({ max: 10_000 })
const shares = fc.record({
  randomActionRate: fc.double({ min: 0, max: 0.5, noNaN: true }),
  corruptedActionRate: fc.double({ min: 0, max: 0.5, noNaN: true }),
})

test('without randomActionRate and corruptedActionRate it is the expert, who wins, and every step is good', t => {
  fc.assert(
    fc.property(seeds, seed => {
      const { won, steps } = play(seed, { randomActionRate: 0, corruptedActionRate: 0 }).demonstration
      t.true(won)
      t.true(steps.every(({ label }) => label.good))
    }),
    { numRuns: 20 },
  )
})

test('it is what the world says of those actions, within its limit', t => {
  fc.assert(
    fc.property(seeds, shares, (seed, options) => {
      const { task, demonstration } = play(seed, options)
      const begun = world.start(task)
      t.is(demonstration.opening, begun.observation)
      t.true(demonstration.steps.length <= world.stepLimit(task))
      let { state } = begun
      for (const { action, observation, label } of demonstration.steps) {
        t.deepEqual(world.label(state, action), label)
        const next = world.step(state, action)
        t.is(next.observation, observation)
        state = next.state
      }
    }),
    { numRuns: 20 },
  )
})

test('the same chance makes the same demonstration, and corruptedActionRate are what the world does not take', t => {
  fc.assert(
    fc.property(seeds, shares, (seed, options) => t.deepEqual(play(seed, options), play(seed, options))),
    { numRuns: 10 },
  )
  const { steps } = play(3, { randomActionRate: 0, corruptedActionRate: 1 }).demonstration
  t.true(steps.filter(({ observation }) => observation === 'Nothing happens.').length > steps.length / 2)
})
