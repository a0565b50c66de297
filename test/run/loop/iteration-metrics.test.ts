import test from 'ava'
import fc from 'fast-check'
import { observerNotes, type Rollout } from '../../../src/contracts/episode.ts'
import { rewardPrecision } from '../../../src/reward/theory/reward-precision.ts'
import { rolloutsOf, type PlayedGroup } from '../../../src/rollout/groups.ts'
import { iterationMetrics, type IterationSummary } from '../../../src/run/loop/iteration-metrics.ts'
import { verdictQuality } from '../../../src/reward/verdicts/measure.ts'
import { policyAlone } from '../../../src/rollout/rollout-requests.ts'
import type { TrainingMetrics } from '../../../src/contracts/metrics.ts'
import { broken, votedEpisode, member, playedGroups, rollouts } from '../rollout-arbitraries.ts'

const untrained: TrainingMetrics = {
  samples: 0,
  dropped: {},
  meanStaleness: null,
  largestStaleness: 0,
  meanRatio: null,
  mismatch: null,
  updates: 0,
  loss: null,
  kl: null,
  clipShare: null,
  entropy: null,
  paddingShare: null,
  gradientNorm: null,
  learningRate: 1e-3,
}
const measured = (...rollouts: readonly Rollout[]) => verdictQuality(rollouts, 1)

const summaryOf = (training: readonly PlayedGroup[], changes: Partial<IterationSummary> = {}): IterationSummary => ({
  iteration: 1,
  batch: {
    rollouts: new Map(training.flatMap(({ members }) => members.map(({ rollout }) => [rollout.episode.id, rollout]))),
    invalid: [],
  },
  training,
  models: { policy: untrained, 'reward-model': untrained },
  players: policyAlone,
  measures: {},
  usage: { uses: [], wallMs: 0, busyMs: 0, idleMs: 0 },
  used: {},
  time: { total: 500, waiting: 450, rollout: 400, 'train policy': 30 },
  ...changes,
})

test('what is counted adds up, and every share is one', t => {
  fc.assert(
    fc.property(playedGroups, groups => {
      const { episodes, steps, success, goodSteps, meanSteps, time, speed } = iterationMetrics(summaryOf(groups))
      const quality = measured(...groups.flatMap(rolloutsOf))
      const played = groups.flatMap(({ members }) => members)
      t.is(episodes, played.length)
      t.is(
        steps,
        played.reduce((sum, { rollout }) => sum + rollout.episode.steps.length, 0),
      )
      t.true(Math.abs(meanSteps * episodes - steps) < 1e-9)
      const shares = [success, goodSteps, quality.process, quality.processBalanced, quality.outcome, quality.malformed]
      for (const share of [...shares, quality.unanimous, quality.pPlus, quality.pMinus])
        t.true(share === null || (share >= 0 && share <= 1))
      t.is(time.total, 500)
      t.is(speed.stepsPerSecond, steps * 2)
    }),
  )
})

test('an iteration in which nothing was played has a line too', t => {
  const { success, meanSteps } = iterationMetrics(summaryOf([]))
  t.deepEqual([success, meanSteps], [0, 0])
  t.like(measured(), { process: null, malformed: 0 })
})

test('steps of vector worlds are steps, and none of an episode', t => {
  fc.assert(
    fc.property(playedGroups, fc.nat(), (groups, vectorSteps) => {
      const [alone, both] = [{}, { vectorSteps }].map(changes => iterationMetrics(summaryOf(groups, changes)))
      t.is(both?.steps, (alone?.steps ?? NaN) + vectorSteps)
      t.is(both?.speed.stepsPerSecond, 2 * (both?.steps ?? NaN))
      t.deepEqual([both?.meanSteps, both?.episodes], [alone?.meanSteps, alone?.episodes])
    }),
  )
})

test('invalid episodes, and those of rejected tasks, are counted but not among the successes', t => {
  const [won, lost] = [
    member(votedEpisode({ won: true, votes: [[1]] }), 0, 0),
    member(votedEpisode({ won: false, votes: [[1]] }), 1, 0),
  ]
  const training: PlayedGroup = { use: 'train', slot: 0, task: null, keys: [], members: [won], passes: null }
  const batch = {
    rollouts: new Map([won, lost].map(({ rollout }) => [rollout.episode.id, rollout])),
    invalid: [{ id: 'x', reason: '' }],
  }
  t.like(iterationMetrics(summaryOf([training], { batch })), { episodes: 2, invalid: 1, steps: 2, success: 1 })
})

test('answers cut off count for the model that wrote them', t => {
  const rollout = votedEpisode({ won: true, votes: [[1], [1], [1]] })
  const steps = rollout.episode.steps.map((step, at) => ({
    ...step,
    ...{ agent: at === 2 ? 'tester' : 'coder', finish: at === 2 ? ('length' as const) : ('stop' as const) },
  }))
  const own = member({ ...rollout, episode: { ...rollout.episode, steps } }, 0, 0)
  const group: PlayedGroup = { use: 'train', slot: 0, task: null, keys: [], members: [own], passes: null }
  const players = { coder: 'policy', tester: 'other' }
  const { models } = iterationMetrics(summaryOf([group], { players, models: { policy: untrained, other: untrained } }))
  t.deepEqual([models.policy?.truncated, models['other']?.truncated], [0, 1])
})

test('the reward model is measured against labels and outcomes; a malformed vote is right about nothing', t => {
  const quality = measured(
    votedEpisode({
      won: true,
      good: true,
      votes: [
        [1, 1, -1],
        [1, 1, 1],
      ],
    }),
    votedEpisode({
      won: false,
      good: false,
      votes: [
        [0, 0, 0],
        [1, -1, 0],
      ],
    }),
  )
  t.deepEqual(quality, {
    process: 0.5,
    processBalanced: 0.5,
    outcome: 0.5,
    malformed: 4 / 12,
    unanimous: 0.5,
    pPlus: (2 / 3 + 1) / 2,
    pMinus: 1 / 6,
    mu: (2 / 3 + 1) / 2 + 1 / 6,
    precision: 1,
    precisionPredicted: rewardPrecision({ votes: 3, plus: (2 / 3 + 1) / 2, minus: 1 / 6 }),
    normPlus: Math.sqrt((4 / 9 + 1) / 4),
    normMinus: 1 / 6,
  })
})

test('steps that could not be graded are counted, and do not count for the reward model', t => {
  fc.assert(
    fc.property(playedGroups, groups => {
      const { invalidSteps, steps } = iterationMetrics(summaryOf(groups))
      const noted = groups.flatMap(({ members }) => members.flatMap(({ rollout }) => observerNotes(rollout)))
      t.is(invalidSteps + noted.filter(({ kind }) => kind === 'verdicts').length, steps)
    }),
  )
  const whole = votedEpisode({ won: true, votes: [[1, 1], [-1]] })
  const [first, second] = observerNotes(whole)
  const half = { ...whole, notes: { rewardModel: [first!, broken(second!)] } }
  t.like(measured(half), { process: 1, malformed: 0, unanimous: 1, pPlus: 1 })
  t.like(measured({ ...whole, notes: { rewardModel: observerNotes(whole).map(broken) } }), {
    process: null,
    outcome: null,
    pPlus: null,
  })
})

test('episodes without votes do not count for the reward model', t => {
  fc.assert(
    fc.property(rollouts, rollout => {
      const withoutVotes = { ...rollout, notes: {} }
      t.deepEqual(measured(rollout, withoutVotes), measured(rollout))
    }),
    { numRuns: 30 },
  )
})
