import test from 'ava'
import fc from 'fast-check'
import type { Rollout } from '../../../src/contracts/episode.ts'
import { nth } from '../../../src/math/nth.ts'
import { creditVotes } from '../../../src/methods/rlanything/credit/votes.ts'
import { paper } from '../../../src/methods/rlanything/formulation/paper.ts'
import { anchored } from '../../../src/methods/rlanything/formulation/shipped/compared.ts'
import { votedEpisode } from '../../run/rollout-arbitraries.ts'

/** An episode of one step, in a room that looks like every other; `named` where the world tells them apart. */
function episodeIn(room: number, won: boolean, named: boolean): Rollout {
  const { episode, notes } = votedEpisode({ won, votes: [[1]] })
  const seen = { observation: 'a room', ...(named ? { situation: `room ${room}` } : {}) }
  const steps = episode.steps.map(step => ({ ...step, ...seen }))
  return { episode: { ...episode, id: `room ${room}`, opening: 'a room', steps }, notes }
}

/** R(S) of the praise in each episode, of rooms that are all won or all lost whatever is done. */
const paid = (won: readonly boolean[], rooms: readonly number[], named: boolean): readonly number[] =>
  creditVotes(
    rooms.map(room => episodeIn(room, nth(won, room), named)),
    {
      formulation: { ...paper(), ...anchored() },
      source: 'reward-model',
      progress: { iteration: 1, iterations: 1 },
    },
  ).noteRewards.map(([ofStep]) => nth(ofStep ?? [], 0) ?? 0)

const rooms = fc
  .array(fc.boolean(), { minLength: 1, maxLength: 3 })
  .chain(won =>
    fc.record({ won: fc.constant(won), visited: fc.array(fc.nat(won.length - 1), { minLength: 1, maxLength: 6 }) }),
  )

test('by states that the world names, praise of an action that changes nothing is paid nothing, though rooms look alike', t => {
  fc.assert(
    fc.property(rooms, ({ won, visited }) => {
      t.true(paid(won, visited, true).every(reward => Object.is(Math.abs(reward), 0)))
    }),
  )
})

test('by observations alone it is paid by how good the room was', t => {
  t.deepEqual(paid([true, false], [0, 1], false), [2, -2])
})
