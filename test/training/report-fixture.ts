/** Made-up metrics and episodes in the shape of a run that learns; for tests and for looking at the report. */
import type { IterationMetrics, JudgeQuality, Success, TrainingMetrics } from '../../src/training/metrics.ts'

/** Metrics of iteration n of a run of 60; evaluations every 20. */
export function metricsOf(n: number): IterationMetrics {
  const done = n / 60
  const wave = Math.sin(n * 1.7) * 0.04
  const judge = quality(done, wave)
  const evaluated = n % 20 === 0
  return {
    iteration: n,
    episodes: 128,
    invalid: 0,
    steps: 1300 - n,
    success: 0.38 + 0.25 * done + wave,
    meanSteps: 10.4 - done,
    goodSteps: 0.55 + 0.15 * done,
    judge,
    policy: training(3e-4, done),
    rewardModel: training(3e-5, done),
    adaptation: {
      outside: 5,
      proposed: 4,
      decided: 3,
      accepted: n % 4 === 0 ? 1 : 0,
      acceptedHarder: n >> 3,
      acceptedEasier: n >> 2,
    },
    evaluations: evaluated ? ['seen', 'unseen'].flatMap(split => successes(split, done)) : [],
    probe: evaluated ? quality(done, 0) : null,
    time: {
      total: 1500 + wave * 2000,
      rollout: 700,
      adaptation: 20,
      trainPolicy: 380,
      trainRewardModel: 310,
      evaluation: evaluated ? 4000 : 0,
      checkpoint: n % 10 === 0 ? 60 : 0,
      stepsPerSecond: 870,
      tokensPerSecond: 24000,
    },
  }
}

const quality = (done: number, wave: number): JudgeQuality => ({
  process: 0.76 + 0.05 * done + wave / 2,
  processBalanced: 0.75 + 0.05 * done + wave / 2,
  outcome: 0.6 + 0.06 * done + wave,
  malformed: 0.02 - 0.015 * done,
  unanimous: 0.55 + 0.1 * done,
  pPlus: 0.78 + 0.02 * done,
  pMinus: 0.5 + 0.06 * done,
  mu: 1.28 + 0.08 * done,
})

const training = (learningRate: number, done: number): TrainingMetrics => ({
  samples: 900,
  dropped: { 'no-contrast': 260, 'zero-advantage': 120 },
  updates: 4,
  loss: -0.01,
  kl: 0.002 + 0.001 * done,
  clipShare: 0.03,
  gradientNorm: 0.8,
  learningRate: learningRate * (1 - 0.95 * done),
})

const successes = (split: string, done: number): Success[] => [
  { split, temperature: 0.8, tasks: 256, rate: (split === 'seen' ? 0.4 : 0.37) + 0.22 * done },
  { split, temperature: 0, tasks: 256, rate: (split === 'seen' ? 0.5 : 0.48) + 0.17 * done },
]
