/** Returns of servers, which are grades unless something says what wins. */
import test from 'ava'
import fc from 'fast-check'
import { serverOutcome } from '../../src/openenv/wire/server-outcome.ts'

const rewards = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 })
const told = fc.record(
  { won: fc.boolean(), score: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(1, 5, -1)) },
  { requiredKeys: [] },
)

test('of a server, a score of 1 is a win, and the server has the last word on it', t => {
  fc.assert(
    fc.property(
      ...[rewards, told, fc.boolean(), fc.option(fc.double({ min: -1, max: 3, noNaN: true }))],
      (rewards, told, done, winningReturn) => {
        const { won, lost, score } = serverOutcome({ done, told, rewards, winningReturn })
        t.true(score >= 0 && score <= 1)
        t.is(won, score === 1)
        t.is(won || lost, done)
        if (done && told.won !== undefined) t.is(won, told.won)
      },
    ),
  )
})

test('rewards for steps on the way win nothing by themselves, however many they are', t => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 1, noNaN: true }), fc.integer({ min: 2, max: 200 }), (each, steps) => {
      const options = { done: true, told: {}, rewards: Array<number>(steps).fill(each) }
      t.false(serverOutcome({ ...options, winningReturn: null }).won)
      t.true(serverOutcome({ ...options, winningReturn: each * (steps - 1) }).won)
    }),
  )
})

test('a single reward of 1 at the end wins, also after costs of steps', t => {
  for (const rewards of [[1], [0, 0, 1], [-0.01, -0.01, 1]])
    t.true(serverOutcome({ done: true, told: {}, rewards, winningReturn: null }).won)
  for (const rewards of [[0.9], [5], [1, 0], [0.1, 1]])
    t.false(serverOutcome({ done: true, told: {}, rewards, winningReturn: null }).won)
})
