import test from 'ava'
import fc from 'fast-check'
import { summariseVerdicts, type CriticEpisode } from '../../../src/reward/verdicts/critique.ts'

const values = fc.constantFrom<(-1 | 0 | 1)[]>(-1, 0, 1)
const steps = fc
  .array(fc.record({ value: values, reason: fc.constantFrom('lost', 'far', 'good') }), { maxLength: 3 })
  .map(votes => ({
    action: 'look',
    votes: votes.map(({ value }) => value),
    reasons: votes.map(({ reason }) => reason),
  }))
const episodes: fc.Arbitrary<CriticEpisode[]> = fc.array(
  fc.record({ won: fc.boolean(), steps: fc.array(steps, { maxLength: 5 }) }),
  { maxLength: 5 },
)
const condemned = (episode: CriticEpisode) =>
  episode.steps.filter(({ votes }) => votes.length > 0 && votes.every(vote => vote === -1))

test('the complaint is one of the reasons given for condemned steps; none is made where no step is condemned', t => {
  fc.assert(
    fc.property(episodes, played => {
      const { complaint, condemned: share } = summariseVerdicts(played)
      const reasons = played.flatMap(condemned).flatMap(step => step.reasons)
      t.is(complaint === null, reasons.length === 0)
      if (complaint !== null) t.true(reasons.includes(complaint))
      t.true(share >= 0 && share <= 1)
    }),
  )
})

test('the order of episodes does not change the complaint', t => {
  fc.assert(
    fc.property(
      episodes.chain(played =>
        fc.tuple(fc.constant(played), fc.shuffledSubarray(played, { minLength: played.length })),
      ),
      ([played, shuffled]) => {
        const [one, other] = [summariseVerdicts(played), summariseVerdicts(shuffled)]
        t.is(other.complaint, one.complaint)
        t.is(other.condemned, one.condemned)
      },
    ),
  )
})

test('steps on which every vote is -1 are marked, malformed votes condemn nothing', t => {
  const step = (action: string, ...votes: readonly (-1 | 0 | 1)[]) => ({
    action,
    votes,
    reasons: votes.map(vote => (vote === -1 ? 'it is closed' : 'fine')),
  })
  const summary = summariseVerdicts([
    { won: false, steps: [step('open fridge 1', -1, -1), step('look', -1, 0)] },
    { won: true, steps: [step('go to desk 1', 1, -1)] },
  ])
  t.deepEqual(summary, {
    complaint: 'it is closed',
    condemned: 1 / 3,
    text: [
      'episode 1, lost',
      '✗ open fridge 1: it is closed',
      '  look: it is closed; fine',
      'episode 2, won',
      '  go to desk 1: fine; it is closed',
    ].join('\n'),
  })
  t.deepEqual(summariseVerdicts([]), { complaint: null, condemned: 0, text: '' })
})
