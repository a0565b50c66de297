/** Graded rewards of pages, which are no yes or no. */
import test from 'ava'
import fc from 'fast-check'
import { pageOutcome } from '../../../environments/miniwob/play/page-outcome.ts'

const status = fc.record({
  reward: fc.oneof(fc.double({ min: -1, max: 1, noNaN: true }), fc.constantFrom(-1, 0, 0.1, 1, 1.5)),
  done: fc.boolean(),
  url: fc.constant(''),
})

test('of a page, the full reward alone wins, a score of 1 is a win, and no larger reward scores less', t => {
  fc.assert(
    fc.property(status, status, fc.boolean(), (one, other, left) => {
      const [first, second] = [pageOutcome(one, left), pageOutcome(other, left)]
      const { won, lost, score } = first
      t.true(score >= 0 && score <= 1)
      t.is(won, score === 1)
      t.is(won, one.done && !left && one.reward >= 1)
      t.is(won || lost, one.done || left)
      if (one.done && other.done && one.reward <= other.reward) t.true(score <= second.score)
    }),
  )
})

test('a wrong card of find-greatest is lost with a tenth; a page that was left, with nothing', t => {
  t.deepEqual(pageOutcome({ reward: 0.1, done: true, url: '' }, false), { won: false, lost: true, score: 0.1 })
  t.deepEqual(pageOutcome({ reward: 1, done: true, url: '' }, true), { won: false, lost: true, score: 0 })
})
