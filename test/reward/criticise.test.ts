import test from 'ava'
import { observerNotes, type Rollout } from '../../src/contracts/episode.ts'
import { criticiseByTests } from '../../src/reward/unit-tests/criticise.ts'
import { criticiseByVotes } from '../../src/reward/verdicts/criticise.ts'
import { votedEpisode } from '../run/rollout-arbitraries.ts'

const none = new Int32Array(0)
const sample = { tokens: none, logprobs: new Float32Array(0), version: 0 }
const program = (score: number, reason: string, ...texts: readonly string[]): Rollout => {
  const { episode } = votedEpisode({ won: score === 1, votes: [[1]], reason: '' })
  const steps = episode.steps.map(step => ({ ...step, label: { good: score === 1, reason } }))
  const tests = texts.map(text => ({ ...sample, text }))
  return {
    episode: { ...episode, score, steps },
    notes: { rewardModel: [{ kind: 'tests', context: none, promptSuffix: none, tests }] },
  }
}

test('programs are condemned by the hidden tests, and each test is told with what it passes', t => {
  const group = [program(0.5, 'slope', '0 -> 3', '1 -> 1'), program(1, 'right', '4 -> 11'), program(0, 'slope')]
  const passes = [
    [true, true, false],
    [false, false, false],
    [true, true, false],
  ]
  const summary = criticiseByTests(group, passes)
  t.like(summary, { complaint: 'slope', condemned: 2 / 3 })
  t.deepEqual(summary.text.split('\n').slice(3), [
    '  0 -> 3: passed by 67 %',
    '  1 -> 1: passed by 0 %',
    '  4 -> 11: passed by 67 %',
  ])
  t.deepEqual(criticiseByTests(group).text.split('\n').at(-1), '  4 -> 11: not tried')
})

test('where no test was written none is told of, and a program that was never written has no reason', t => {
  const told = votedEpisode({ won: false, votes: [[-1]], reason: 'too far' })
  const unwritten: Rollout = { episode: { ...told.episode, steps: [] }, notes: {} }
  t.deepEqual(criticiseByTests([told]), criticiseByTests([{ ...told, notes: {} }]))
  t.notThrows(() => criticiseByTests([unwritten]))
})

test('of an invalid step the critic says nothing', t => {
  const told = votedEpisode({ won: false, votes: [[-1, -1], [-1]], reason: 'too far' })
  const [first] = observerNotes(told)
  const noted = [first!, { kind: 'invalid', context: none, reason: 'the context is full' } as const]
  t.is(criticiseByVotes([told]).text.split('\n').length, 3)
  t.is(criticiseByVotes([{ ...told, notes: { rewardModel: noted } }]).text.split('\n').length, 2)
})
