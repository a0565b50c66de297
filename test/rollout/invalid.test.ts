import test from 'ava'
import fc from 'fast-check'
import { observerNotes, type Rollout } from '../../src/contracts/episode.ts'
import { FailedError } from '../../src/runtime/errors/failed-error.ts'
import { InvalidShareError, invalidCounts, invalidWarnings, requireValid } from '../../src/rollout/invalid.ts'
import type { RolloutBatch } from '../../src/contracts/messages/rollouts.ts'
import { nth } from '../../src/math/nth.ts'
import { broken, votedEpisode, rollouts } from '../run/rollout-arbitraries.ts'

const batchOf = (played: readonly Rollout[], invalid = 0): RolloutBatch => ({
  rollouts: new Map(played.map((rollout, index) => [`train/1/${index}/0`, rollout])),
  invalid: Array.from({ length: invalid }, (_, index) => ({ id: `train/1/${index}/1`, reason: 'no such task' })),
})

test('what is valid and what is not add up to what was asked for', t => {
  fc.assert(
    fc.property(fc.array(rollouts, { maxLength: 5 }), fc.nat(5), (played, invalid) => {
      const [episodes, steps] = invalidCounts(batchOf(played, invalid))
      t.deepEqual([episodes.invalid, episodes.total], [invalid, played.length + invalid])
      const noted = played.flatMap(observerNotes)
      t.deepEqual([steps.invalid, steps.total], [noted.filter(({ kind }) => kind === 'invalid').length, noted.length])
      for (const { invalid: none, first } of [episodes, steps]) t.is(first === null, none === 0)
    }),
  )
})

test('an iteration passes exactly if no share is above the one allowed', t => {
  fc.assert(
    fc.property(fc.nat(40), fc.nat(40), fc.constantFrom(0, 0.05, 0.5, 1), (invalid, valid, most) => {
      const counts = [{ kind: 'episodes' as const, invalid, total: invalid + valid, first: 'x' }]
      if (invalid > most * (invalid + valid))
        t.throws(() => requireValid(counts, most), { instanceOf: InvalidShareError })
      else t.notThrows(() => requireValid(counts, most))
    }),
  )
})

const [whole] = [votedEpisode({ won: true, votes: [[1], [1]] })]
const half: Rollout = {
  ...whole,
  notes: { rewardModel: [nth(observerNotes(whole), 0), broken(nth(observerNotes(whole), 1))] },
}

test('the error and the warning say how many, of how many, and why, by the first id', t => {
  const counts = invalidCounts(batchOf([whole, half, half], 1))
  t.throws(() => requireValid(counts, 0.25), {
    message:
      '2 of 6 steps (33.3 %) are invalid, more than supervision.invalidShare (0.25) allows; the first is train/1/1/0, step 1: too long',
  })
  t.throws(() => requireValid(counts, 0.2), { message: /^1 of 4 episodes \(25\.0 %\).* train\/1\/0\/1, no such task$/ })
  t.deepEqual(invalidWarnings(counts), [
    '1 episodes could not be played and leave their groups, e.g. train/1/0/1, no such task',
    '2 steps could not be graded and leave their groups, e.g. train/1/1/0, step 1: too long',
  ])
  t.deepEqual(invalidWarnings(invalidCounts(batchOf([whole]))), [])
})

test('of what was thrown, the warning shows the innermost frames, and the error keeps the whole stack', t => {
  const frames = ['at step (post.js:27:11)', 'at a (b.js:1:1)', 'at c (d.js:1:1)', 'at e (f.js:1:1)']
  const stack = ['Error: a bug', ...frames.map(frame => `    ${frame}`)].join('\n')
  const failure = { kind: 'user-code', reason: 'the world post: step threw: a bug (post.js:27:11)', stack } as const
  const counts = invalidCounts({ rollouts: new Map(), invalid: [{ id: 'x', reason: failure.reason, failure }] })
  t.deepEqual(invalidWarnings(counts), [
    [
      `1 episodes could not be played and leave their groups, e.g. x, ${failure.reason}`,
      ...frames.slice(0, 3).map(frame => `  | ${frame}`),
    ].join('\n'),
  ])
  const error = t.throws(() => requireValid(counts, 0), { instanceOf: InvalidShareError })
  t.deepEqual(error.cause instanceof FailedError && error.cause.failure, failure)
})
