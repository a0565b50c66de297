/** A made-up experiment: arms that learn at different rates, some of whose runs are not at their end; for tests and for looking at the page. */
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import { experimentOf } from '../../src/experiment/results/experiment-of.ts'
import type { ExperimentResult } from '../../src/experiment/results/experiment-result.ts'
import { fixtureMeasures } from '../run/report-fixture.ts'
import type { MeasuredRun } from '../../src/experiment/results/measured-run.ts'

const measures = ['success unseen 0.8', 'probe.processBalanced', 'tasks.acceptedInAll'] as const
const gains = { outcome: 0.2, frozen: 0.28, full: 0.34 }
type ArmName = keyof typeof gains

/** An experiment in the middle: `full-3` has come half of its way, and there is no `frozen-4`. */
export function experimentFixture(): ExperimentResult {
  const [success] = measures
  const arms = {
    outcome: { about: 'the outcome alone & nothing <else>' },
    frozen: { about: 'votes of the reward model as it starts' },
    full: { about: 'the whole loop' },
  }
  const runs = [1, 2, 3, 4].flatMap(seed =>
    (['outcome', 'frozen', 'full'] as const)
      .filter(arm => arm !== 'frozen' || seed < 4)
      .map(arm => measuredRun(arm, seed, arm === 'full' && seed === 3 ? 80 : 160)),
  )
  return experimentOf(
    {
      title: 'Steps & <outcomes>',
      question: 'Do step signals teach more than the outcome alone?',
      arms,
      measures,
      comparisons: [
        {
          claim: 'The whole loop teaches more than the outcome alone.',
          arm: 'full',
          against: 'outcome',
          measure: success,
        },
        { claim: 'The outcome alone teaches more than votes.', arm: 'outcome', against: 'frozen', measure: success },
        {
          claim: 'The "whole" loop has a better reward model.',
          arm: 'full',
          against: 'frozen',
          measure: 'probe.processBalanced',
        },
      ],
    },
    runs,
  )
}

export function measuredRun(arm: ArmName, seed: number, until = 160): MeasuredRun {
  const own =
    arm === 'outcome' ? { feedback: { source: 'outcome' } } : arm === 'frozen' ? { rewardModel: { train: false } } : {}
  return {
    name: `${arm}-${seed}`,
    directory: `runs/steps/runs/${arm}-${seed}`,
    arm,
    seed,
    formulation: null,
    extended: [],
    instructions: ['avx2'],
    heldOut: {},
    measures: fixtureMeasures,
    config: parseRunConfig({ ...own, seed, iterations: 160 }),
    points: [0, 40, 80, 120, 160]
      .filter(iteration => iteration <= until)
      .map(iteration => pointAt(arm, seed, iteration)),
  }
}

function pointAt(arm: ArmName, seed: number, iteration: number): MeasuredRun['points'][number] {
  const wave = Math.sin(seed * 7 + iteration + arm.length) * 0.01
  const done = iteration / 160
  return {
    iteration,
    episodes: iteration * (arm === 'full' ? 160 : 128),
    tokens: iteration * (arm === 'outcome' ? 12_000 : 30_000),
    seconds: iteration * (arm === 'outcome' ? 0.7 : 1.6),
    values: {
      'success unseen 0.8': 0.33 + gains[arm] * done + wave,
      'probe.processBalanced': arm === 'outcome' ? null : 0.77 + (arm === 'full' ? 0.05 * done : 0) + wave / 5,
      'tasks.acceptedInAll': arm === 'full' ? Math.round(done * 600 + 100 * wave) : 0,
    },
    wins: { 'success unseen 0.8': null, 'probe.processBalanced': null, 'tasks.acceptedInAll': null },
  }
}
