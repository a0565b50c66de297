/** A run of small models as RAGEN's: eight groups of sixteen, no KL term; and how its starters are made. */
export default {
  config: {
    iterations: 60,
    tasks: { slots: 256, perIteration: 8, episodes: 16 },
    policy: { maxTokens: 3, klWeight: 0 },
    evaluation: { tasks: 128 },
  },
  recipe: {
    policy: { batches: 900, randomActionRate: 0.1, corruptedActionRate: 0 },
    rewardModel: { batches: 100 },
  },
  presets: {
    ragen: { config: { method: 'ragen' } },
    istar: { config: { method: 'istar' } },
    'starpo-s': { config: { method: 'ragen' }, methods: { ragen: { methodOptions: { keep: 0.25 } } } },
    all: {
      config: { environment: { options: { games: ['bandit', 'frozen-lake', 'slippery-lake', 'sokoban', 'sokoban'] } } },
    },
  },
}
