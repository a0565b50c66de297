import test from 'ava'
import { integratedReward } from '../../src/feedback/integrated.ts'
import type { SpanLoss, SpanRule } from '../../src/losses/objective.ts'
import { spanLoss } from '../../src/losses/span-loss.ts'
import { acceptanceLaws, advantageLaws, objectiveLaws, stepRewardLaws, type Law } from '../../src/testing/index.ts'

/** A law that nothing breaks proves nothing: each is broken here by an implementation with one fault. */
const broken = (laws: readonly Law[]): string[] =>
  laws
    .filter(({ check }) => {
      try {
        check()
        return false
      } catch {
        return true
      }
    })
    .map(({ name }) => name)

const names = (t: { true: (value: boolean, message: string) => void }, laws: readonly Law[], part: string) => {
  const found = broken(laws)
  t.true(
    found.some(name => name.includes(part)),
    `${part} is not among: ${found.join('; ')}`,
  )
}

test('the laws of a step reward find their faults', t => {
  const range = { low: -2, high: 2 }
  names(
    t,
    stepRewardLaws((outcome, votes) => outcome * votes.length, range),
    'lies in',
  )
  names(
    t,
    stepRewardLaws((_, votes) => votes[0] ?? 0, range),
    'order of votes',
  )
  names(
    t,
    stepRewardLaws((outcome, votes) => integratedReward(outcome, votes, 0) * -1, range),
    'winning',
  )
  const forgiving = stepRewardLaws((outcome, votes) => outcome + (votes.includes(0) ? 1 : 0), range)
  names(t, forgiving, 'malformed')
})

test('the laws of an advantage find their faults', t => {
  names(
    t,
    advantageLaws(() => []),
    'shape',
  )
  names(
    t,
    advantageLaws(rewards => rewards),
    'mean is 0',
  )
  names(
    t,
    advantageLaws(rewards => rewards),
    'rewarded alike',
  )
  names(
    t,
    advantageLaws(rewards => rewards.map((row, episode) => row.map(reward => reward * episode))),
    'order',
  )
  names(
    t,
    advantageLaws(rewards => rewards.map(row => row.map(reward => -reward))),
    'higher reward',
  )
})

test('the laws of an objective find their faults', t => {
  const right: SpanRule = (logprobs, span) => spanLoss({ kind: 'cross-entropy' }, logprobs, span)
  const faulty = (change: (was: SpanLoss) => Partial<SpanLoss>): readonly Law[] =>
    objectiveLaws('it', (logprobs, span) => {
      const was = right(logprobs, span)
      return { ...was, ...change(was) }
    })
  names(
    t,
    faulty(({ gradient }) => ({ gradient: gradient.map(value => 2 * value) })),
    'gradient',
  )
  names(
    t,
    faulty(({ loss, gradient }) => ({ loss: loss * gradient.length })),
    'twice over',
  )
  names(
    t,
    faulty(() => ({ kl: -1 })),
    'penalty',
  )
  let asked = 0
  names(
    t,
    faulty(() => ({ kl: (asked += 1) })),
    'whatever was asked between',
  )
})

test('the laws of acceptance find their faults', t => {
  names(
    t,
    acceptanceLaws(() => true),
    'unchanged',
  )
  names(
    t,
    acceptanceLaws(() => true),
    'both ways',
  )
  names(
    t,
    acceptanceLaws((_, current, proposed) => proposed.successes !== current.successes),
    'right way',
  )
})
