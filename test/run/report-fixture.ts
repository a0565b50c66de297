/** Made-up metrics and episodes in the shape of a run that learns; for tests and for looking at the report. */
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import type { DeviceUse } from '../../src/contracts/models/device-usage.ts'
import type { Direction } from '../../src/contracts/worlds/environment.ts'
import type { Summary } from '../../src/run/events/events.ts'
import type { LineageEvent } from '../../src/curriculum/lineage.ts'
import { createRunDirectory, type RunSummary } from '../../src/run/directory/run-directory.ts'
import type { EpisodeRow } from '../../src/run/directory/records/episode-row.ts'
import { prefixed, type Measure } from '../../src/contracts/measure.ts'
import type { Evaluated, IterationMetrics, Success, TrainingMetrics } from '../../src/contracts/metrics.ts'
import { taskMeasures } from '../../src/curriculum/measures.ts'
import { onBoth } from '../../src/reward/measures.ts'
import { verdictMeasures, type VerdictQuality } from '../../src/reward/verdicts/measures.ts'
import { verdictRatios } from '../../src/reward/verdicts/tallies.ts'

/** What the made-up runs measure. */
export const fixtureMeasures: readonly Measure[] = [...onBoth(verdictMeasures), ...taskMeasures]

/** Metrics of iteration n of a run of 60; evaluations every 20. */
export function metricsOf(n: number): IterationMetrics {
  const done = n / 60
  const wave = Math.sin(n * 1.7) * 0.04
  const evaluated = n % 20 === 0
  return {
    iteration: n,
    episodes: 128,
    invalid: 0,
    invalidSteps: 0,
    steps: 1300 - n,
    success: 0.38 + 0.25 * done + wave,
    score: 0.38 + 0.25 * done + wave,
    meanSteps: 10.4 - done,
    goodSteps: 0.55 + 0.15 * done,
    truncatedEpisodes: 0,
    models: { policy: training(3e-4, done), 'reward-model': training(3e-5, done) },
    evaluations: evaluated ? ['seen', 'unseen'].flatMap(split => successes(split, done)) : [],
    measures: {
      ...prefixed('reward-model.', quality(done, wave)),
      ...(evaluated ? probeOf(n).measures : {}),
      ...prefixed('tasks.', {
        ...{ outside: 5, failed: 0, proposed: 4, decided: 3, accepted: n % 4 === 0 ? 1 : 0 },
        ...{ acceptedHarder: n >> 3, acceptedEasier: n >> 2, acceptedInAll: (n >> 3) + (n >> 2) },
      }),
    },
    ...(evaluated ? { ratios: probeOf(n).ratios } : {}),
    time: {
      total: 1500 + wave * 2000,
      waiting: 720,
      rollout: 700,
      adaptation: 20,
      'train policy': 380,
      'train reward-model': 310,
      evaluation: evaluated ? 4000 : 0,
      checkpoint: n % 10 === 0 ? 60 : 0,
    },
    speed: {
      stepsPerSecond: 870,
      tokensPerSecond: 24000,
      deviceShare: 0.8,
      deviceUse: 0.9,
      device: [
        use('sample', 'policy', { calls: 12, requests: 1500, sequences: 1500, tokens: 16_000, ms: 310 }),
        use('forward-backward', 'reward-model', { calls: 4, requests: 4, sequences: 128, tokens: 20_000, ms: 240 }),
      ],
    },
  }
}

const use = (
  verb: DeviceUse['verb'],
  model: string,
  sums: Pick<DeviceUse, 'calls' | 'requests' | 'sequences' | 'tokens' | 'ms'>,
): DeviceUse => ({
  verb,
  model,
  ...sums,
  sizes: [1, 0, 2, sums.calls - 3],
  queue: { requests: sums.requests, meanMs: 2, medianMs: 1.5, p95Ms: 6, maxMs: 9 },
})

const quality = (done: number, wave: number): VerdictQuality => ({
  process: 0.76 + 0.05 * done + wave / 2,
  processBalanced: 0.75 + 0.05 * done + wave / 2,
  outcome: 0.6 + 0.06 * done + wave,
  malformed: 0.02 - 0.015 * done,
  unanimous: 0.55 + 0.1 * done,
  pPlus: 0.78 + 0.02 * done,
  pMinus: 0.5 + 0.06 * done,
  mu: 1.28 + 0.08 * done,
  precision: 0.62 + 0.05 * done,
  precisionPredicted: 0.64 + 0.05 * done,
  normPlus: 0.5,
  normMinus: 0.4 - 0.1 * done,
})

/** The quality on a probe of that many episodes of ten steps, of which every other was won. */
export function probeOf(n: number, tasks = 64): Required<Omit<Evaluated, 'evaluations'>> {
  const done = n / 60
  const measured = quality(done, 0)
  const { pPlus, pMinus } = measured
  const each = (value: (won: boolean, task: number) => number): number[] =>
    Array.from({ length: tasks }, (_, task) => value(task % 2 === 0, task))
  /** About that share of `all`, a little more on one task and less on another. */
  const part = (all: number, share: number | null, task: number): number =>
    Math.min(all, Math.round(all * (share ?? 0) + (((task * 37) % 11) - 5) / 10))
  const tallies = {
    good: each(won => (won ? 8 : 4)),
    goodRight: each((won, task) => part(won ? 8 : 4, measured.processBalanced, task)),
    bad: each(won => (won ? 2 : 6)),
    badRight: each((won, task) => part(won ? 2 : 6, measured.processBalanced, task + 3)),
    episodes: each(() => 1),
    outcomeRight: each((_, task) => ((task * 37) % 64 < 64 * (measured.outcome ?? 0) ? 1 : 0)),
    wonVotes: each(won => (won ? 30 : 0)),
    wonPlus: each((won, task) => (won ? part(30, pPlus, task) : 0)),
    lostVotes: each(won => (won ? 0 : 30)),
    lostMinus: each((won, task) => (won ? 0 : part(30, pMinus, task))),
  }
  return {
    measures: prefixed('probe.', measured),
    ratios: Object.fromEntries(
      Object.entries(verdictRatios).map(([name, ratios]) => [`probe.${name}`, ratios(tallies)]),
    ),
  }
}

const training = (learningRate: number, done: number): TrainingMetrics => ({
  samples: 900,
  dropped: { 'no-contrast': 260, 'zero-advantage': 120 },
  meanStaleness: 0,
  largestStaleness: 0,
  meanRatio: null,
  mismatch: null,
  updates: 4,
  loss: -0.01,
  kl: 0.002 + 0.001 * done,
  clipShare: 0.03,
  entropy: 0.9 - 0.3 * done,
  paddingShare: 0.04,
  gradientNorm: 0.8,
  learningRate: learningRate * (1 - 0.95 * done),
})

const successes = (split: string, done: number): Success[] => [
  success(split, 0.8, (split === 'seen' ? 0.4 : 0.37) + 0.22 * done),
  success(split, 0, (split === 'seen' ? 0.5 : 0.48) + 0.17 * done),
]

/** About that share of 256 tasks; those that are won at one share are won at every higher one. */
function success(split: string, temperature: number, share: number): Success {
  const wins = Array.from({ length: 256 }, (_, task) => ((task * 97) % 256 < Math.round(256 * share) ? '1' : '0'))
  const won = wins.filter(mark => mark === '1').length
  return { split, temperature, tasks: 256, rate: won / 256, wins: wins.join('') }
}

/** Rows of one made-up episode of six steps, with three votes each. */
export function episodeOf(iteration: number, won: boolean): EpisodeRow[] {
  const actions = [
    'go to cabinet 1',
    'open cabinet 1',
    'take mug 1 from cabinet 1',
    'examine mug 1',
    'go to fridge 1',
    'cool mug 1 with fridge 1',
  ]
  return actions.map((action, step) => {
    const good = step !== 3
    const verdicts = ([1, good ? 1 : -1, step === 4 ? 0 : good ? 1 : -1] as const).map(verdict => verdict)
    return {
      iteration,
      episode: `train/${iteration}/3/0`,
      use: 'train',
      slot: 3,
      member: 0,
      step,
      opening: step === 0 ? openingText : null,
      agent: 'policy',
      action,
      observation:
        step === 3 ? 'Nothing happens.' : 'You arrive at cabinet 1. On the cabinet 1, you see a mug 1 and a <plate> 2.',
      won,
      score: won ? 1 : 0,
      ...{ finish: 'stop', ending: 'terminal', noteFinishes: [], softVerdicts: [], situation: null },
      good,
      goodReason: good ? 'brings the goal nearer' : 'nothing happens',
      verdicts,
      tests: [],
      passedByCorrect: [],
      passedByIncorrect: [],
      invalid: null,
      verdictReasons: verdicts.map(vote => (vote === 1 ? 'looks somewhere new' : vote === -1 ? 'nothing happens' : '')),
      reward: (won ? 1 : -1) + verdicts.reduce<number>((sum, vote) => sum + vote, 0) / 3,
      advantage: good ? 0.71 : -1.22,
      noteRewards: verdicts.map(vote => (vote === 0 ? -2 : vote)),
      noteAdvantages: [0.4, 0.4, -0.8],
      age: 0,
      noteAge: 0,
    }
  })
}

const openingText = `-= Welcome to TextWorld, ALFRED! =-

You are in the middle of a room. Looking quickly around you, you see a cabinet 1, a fridge 1, a microwave 1, and a sinkbasin 1.

Your task is to: put a cool mug in shelf.`

const task = { goal: 'cool mug' }

/** Slots 0 to 3; slot 1 was made easier twice, slot 3 made harder once, slot 2 refused a change. */
export const lineageFixture: readonly LineageEvent<unknown>[] = [
  ...[0, 1, 2, 3].map(slot => ({ kind: 'rooted', iteration: 0, slot, version: 0, task }) as const),
  measured(1, 1, 0, 1),
  proposed(1, 1, 1, 0, 'easier', 'show-target', 'the mug stands in sight on the counter'),
  measured(2, 1, 1, 3),
  decided(2, 1, 1, true),
  measured(7, 1, 1, 1),
  proposed(7, 1, 2, 1, 'easier', 'remove-receptacle', 'one cabinet fewer to search'),
  measured(8, 1, 2, 4),
  decided(8, 1, 2, true),
  measured(3, 2, 0, 8),
  proposed(3, 2, 1, 0, 'harder', 'hide-target', 'the plate lies in a closed drawer'),
  measured(4, 2, 1, 8),
  decided(4, 2, 1, false),
  measured(5, 3, 0, 7),
  proposed(5, 3, 1, 0, 'harder', 'rarer-target', 'the mug lies in the microwave, where mugs seldom are'),
  measured(6, 3, 1, 4),
  decided(6, 3, 1, true),
]

function measured(iteration: number, slot: number, version: number, successes: number): LineageEvent<unknown> {
  return { kind: 'measured', iteration, slot, version, count: { successes, trials: 8 } }
}

function proposed(
  iteration: number,
  slot: number,
  version: number,
  parent: number,
  direction: Direction,
  edit: string,
  reason: string,
): LineageEvent<unknown> {
  const baseline = { successes: 1, trials: 8 }
  return {
    kind: 'proposed',
    iteration,
    slot,
    version,
    parent,
    direction,
    edit,
    reason,
    task,
    proposer: 'adapter',
    baseline,
  }
}

function decided(iteration: number, slot: number, version: number, accepted: boolean): LineageEvent<unknown> {
  return {
    kind: 'decided',
    iteration,
    slot,
    version,
    rule: 'paper',
    accepted,
    current: { successes: 1, trials: 8 },
    proposed: { successes: 4, trials: 8 },
  }
}

export const summaryOf = (n: number): Summary => {
  const { evaluations } = metricsOf(n)
  const { measures, ratios } = probeOf(n)
  const accepted = n === 0 ? {} : { 'tasks.acceptedInAll': (n >> 3) + (n >> 2) }
  return { iteration: n, evaluations, measures: { ...measures, ...accepted }, ratios }
}

/** Writes a finished run of 60 iterations into a new folder. @param lift added to its training success, and to that after training. */
export async function writeFixtureRun(
  path: string,
  summary: RunSummary = { before: summaryOf(0), after: summaryOf(60) },
  settings: object = {},
  lift = 0,
): Promise<void> {
  const run = await createRunDirectory(path, {
    versions: { rlanything: '0.1.0', node: '20.19.0' },
    config: parseRunConfig(settings),
    measures: fixtureMeasures,
    formulation: null,
  })
  for (let n = 1; n <= 60; n += 1) {
    const metrics = metricsOf(n)
    const evaluations = metrics.evaluations.map(({ split, temperature, rate }) =>
      success(split, temperature, rate + lift),
    )
    await run.appendMetrics({ ...metrics, success: metrics.success + lift, evaluations })
  }
  await run.appendLineage(lineageFixture)
  await run.writeEpisodes(1, episodeOf(1, false))
  await run.writeEpisodes(60, episodeOf(60, true))
  await run.writeSummary(summary)
  await run.close()
}
