/** Of each method a run so small that it takes a second or two, with all that the method has. */
import { fileURLToPath } from 'node:url'
import { puzzlesLanguage } from '../../environments/puzzles/language.ts'
import type { Language } from '../../src/contracts/worlds/environment.ts'
import relay from '../fixtures/worlds/relay.ts'
import type { Changes } from '../run/tiny-run.ts'

export interface TinyMethod {
  readonly changes: Changes
  /** Of its world; that of colours if left out. */
  readonly language?: Language | undefined
}

const relayModule = fileURLToPath(new URL('../fixtures/worlds/relay.js', import.meta.url))
const answered = fileURLToPath(new URL('../fixtures/worlds/answered.js', import.meta.url))

/* One iteration without updates, two with; the ring of replay is overwritten. */
const driving = {
  environment: { name: 'road', options: { route: 40, obstacles: 6, penalty: 1 } },
  methodOptions: {
    ...{
      hidden: [8],
      convolutions: [{ channels: 2, size: 6, stride: 6 }],
      encoderSize: 8,
      batch: 8,
      targetEvery: 2,
    },
    ...{ capacity: 30, frames: 7, crop: { top: 13, left: 5, height: 9, width: 6 } },
    examples: { worlds: 2, steps: 30 },
    play: { worlds: 2, steps: 12, random: 1, updates: 3 },
    evaluation: { worlds: 2, steps: 12, unseen: { town: 'coast' } },
  },
} satisfies Changes

export const tinyMethods: Readonly<Record<string, TinyMethod>> = {
  rlanything: { changes: {} },
  grpo: { changes: {} },
  /* With a threshold that random answers meet now and then, so that something rises. */
  rlve: {
    changes: {
      methodOptions: { threshold: 0.01, minPrompts: 1 },
      environment: { name: 'puzzles', options: { families: ['EuclidGame', 'GCD'] } },
      tasks: { perIteration: 8, episodes: 4 },
      policy: { maxTokens: 2, filterEdges: 'inclusive' },
    },
    language: puzzlesLanguage,
  },
  /* Two phases, of which the second does not end. */
  rloop: {
    changes: {
      methodOptions: { steps: 2, hard: 1, pass: { k: 2, tasks: 2, every: 2 } },
      tasks: { slots: 4, perIteration: 4, episodes: 8 },
    },
  },
  /* Two agents with a policy each. */
  'at-grpo': {
    changes: {
      methodOptions: { policies: 'separate' },
      environment: { name: relayModule },
      tasks: { slots: 4, perIteration: 2, episodes: 2 },
    },
    language: relay().language,
  },
  /* A critic, and groups that are left out. */
  ragen: { changes: { methodOptions: { advantage: 'bi-level', keep: 0.5, valueRange: [0, 1] } } },
  istar: { changes: {} },
  /* One iteration on data, two in the world. */
  'pa-rl': {
    changes: {
      environment: { name: 'maze', options: { length: 20 } },
      methodOptions: {
        ...{ policy: 'mixture', policyHidden: [8], criticHidden: [8], members: 3, modes: 2, batch: 8 },
        ...{ valueBins: { low: -20, high: 0, count: 5 }, samples: 3, keep: 2, localSteps: 1, stepSize: 0.1 },
        ...{ conservativeActions: 1, targetEvery: 2 },
        offline: { worlds: 3, steps: 20, capacity: 60, iterations: 1, cloning: 2, updates: 3 },
        online: { worlds: 3, steps: 10, capacity: 40, updates: 2 },
        evaluation: { worlds: 2, steps: 10 },
      },
    },
  },
  'vlm-rl': { changes: driving },
  spark: {
    changes: {
      methodOptions: { pairs: 0.5, test: { tasks: 2, answers: 2, rounds: 1, every: 2 } },
      environment: { name: answered },
      tasks: { slots: 8, perIteration: 8, episodes: 8 },
    },
  },
}

/** Of methods again, with settings under which other code runs. */
export const tinyVariants: Readonly<Record<string, TinyMethod & { readonly method: string }>> = {
  'vlm-rl by PPO': {
    method: 'vlm-rl',
    changes: { ...driving, methodOptions: { ...driving.methodOptions, learner: 'ppo', ppo: { epochs: 2 } } },
  },
}
