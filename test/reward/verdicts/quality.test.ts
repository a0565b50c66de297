import test from 'ava'
import fc from 'fast-check'
import {
  majority,
  malformedShare,
  outcomeQuality,
  processQuality,
  unanimousShare,
} from '../../../src/reward/verdicts/quality.ts'
import type { Outcome, Vote } from '../../../src/reward/votes.ts'
import { groups, outcomes, stepVotes } from '../../../src/laws/index.ts'
import { present } from '../../fixtures/present.ts'
import { near } from '../../laws/near.ts'

const voted = fc.array(fc.tuple(stepVotes, outcomes), { minLength: 1, maxLength: 20 })

test('a majority is more than half of the clear votes; ties and malformed steps have none', t => {
  t.is(majority([1, 1, -1]), 1)
  t.is(majority([-1, 0, 0]), -1)
  t.is(majority([1, -1]), 0)
  t.is(majority([0, 0, 0]), 0)
})

test('the majority turns round with the votes and ignores their order', t => {
  fc.assert(
    fc.property(stepVotes, votes => {
      t.is(majority(votes.map(vote => -vote as Vote)) + majority(votes), 0)
      t.is(majority(votes.toReversed()), majority(votes))
    }),
    { numRuns: 50 },
  )
})

test('an undecided step is never right', t => {
  t.deepEqual(processQuality([[0, 0], [1, -1], [1]], [1, -1, 1]), {
    voted: 3,
    accuracy: 1 / 3,
    balancedAccuracy: 0.25,
    undecided: 2 / 3,
  })
})

test('accuracy and undecided share are shares, and do not exceed 1 together', t => {
  fc.assert(
    fc.property(voted, steps => {
      const { accuracy, balancedAccuracy, undecided } = processQuality(
        steps.map(([votes]) => votes),
        steps.map(([, label]) => label),
      )
      for (const share of [accuracy, balancedAccuracy, undecided]) t.true(share === null || (share >= 0 && share <= 1))
      t.true(present(accuracy) + present(undecided) <= 1 + 1e-12)
    }),
    { numRuns: 50 },
  )
})

test('balanced accuracy is ½ for a reward model that always says the same, and blind to how common each label is', t => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), outcomes, (good, bad, vote) => {
      const labels: Outcome[] = [...Array<Outcome>(good).fill(1), ...Array<Outcome>(bad).fill(-1)]
      t.is(
        processQuality(
          labels.map(() => [vote]),
          labels,
        ).balancedAccuracy,
        0.5,
      )
    }),
    { numRuns: 20 },
  )
  t.is(processQuality([[1], [1]], [1, 1]).balancedAccuracy, null)
  t.is(processQuality([[1], [-1]], [-1, -1]).balancedAccuracy, null)
})

test('outcome quality asks the majority of all votes of an episode', t => {
  const quality = outcomeQuality([
    {
      outcome: 1,
      votes: [
        [1, 1, 1],
        [-1, -1, 1],
      ],
    },
    {
      outcome: -1,
      votes: [
        [1, 1],
        [-1, 0],
      ],
    },
    { outcome: 1, votes: [] },
  ])
  t.deepEqual(quality, { voted: 2, accuracy: 0.5, balancedAccuracy: 0.5, undecided: 0 })
})

test('a reward model that votes the outcome has outcome accuracy 1', t => {
  fc.assert(
    fc.property(groups, episodes => {
      const told = episodes.map(({ outcome, votes }) => ({ outcome, votes: votes.map(of => of.map(() => outcome)) }))
      t.is(outcomeQuality(told).accuracy, 1)
      t.is(unanimousShare(told.flatMap(({ votes }) => votes)), 1)
    }),
    { numRuns: 20 },
  )
})

test('malformed and unanimous shares', t => {
  near(
    t,
    present(
      malformedShare([
        [1, 0],
        [0, 0],
      ]),
    ),
    0.75,
  )
  near(t, present(unanimousShare([[1, 1], [0, 0], [1, -1], [1]])), 0.75)
})

test('nothing voted on has no quality', t => {
  t.deepEqual(processQuality([], []), { voted: 0, accuracy: null, balancedAccuracy: null, undecided: null })
  t.is(malformedShare([]), null)
  t.is(unanimousShare([]), null)
})

test('bad votes and labels are refused by name', t => {
  const refused = (run: () => unknown, message: RegExp) => t.throws(run, { instanceOf: RangeError, message })
  refused(() => processQuality([[1]], []), /labels must have 1 values, one a step, got 0/)
  refused(() => processQuality([[1]], [0 as Outcome]), /label must be -1 or 1, got 0/)
  refused(() => processQuality([[]], [1]), /at least one vote, got 0/)
  refused(() => outcomeQuality([{ outcome: 1, votes: [[1], []] }]), /at least one vote, got 0/)
})
