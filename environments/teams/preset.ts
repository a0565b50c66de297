/**
 * A run by AT-GRPO: its settings as far as small models allow, on fields with few obstacles, around which one turn's reward does not
 * mislead; and how its starters are made.
 */
import { fileURLToPath } from 'node:url'

export default {
  config: {
    method: 'at-grpo',
    iterations: 60,
    environment: { options: { obstacles: 0.05 } },
    tasks: { slots: 256, perIteration: 16, episodes: 1 },
    policy: { maxTokens: 9, klWeight: 0 },
    evaluation: { tasks: 128 },
  },
  recipe: {
    policy: { batches: 700, randomActionRate: 0.15, corruptedActionRate: 0.05 },
    rewardModel: { batches: 20 },
  },
  presets: {
    all: { config: { environment: { options: { games: ['plan-path', 'sokoban', 'sudoku'], obstacles: 0.22 } } } },
    walls: { config: { environment: { options: { obstacles: 0.22 } } } },
    separate: { methods: { 'at-grpo': { methodOptions: { policies: 'separate' } } } },
    code: {
      config: {
        starters: { policy: fileURLToPath(new URL('../../../starters/teams/coders', import.meta.url)) },
        environment: { options: { games: ['code'], turns: 2, coding: { clauses: [2, 3] } } },
        tasks: { slots: 1024, perIteration: 32 },
        policy: { maxTokens: 96, learningRate: 6e-4, finalLearningRate: 0.1 },
        evaluation: { every: 0 },
      },
      methods: { 'at-grpo': { methodOptions: { candidates: 16 } } },
      recipe: { policy: { batches: 180, randomActionRate: 0, corruptedActionRate: 0 }, rewardModel: { batches: 1 } },
    },
  },
}
