/** A run that learns in a few minutes on two processor cores, and how its starters are made. */
export default {
  config: {
    iterations: 80,
    environment: { options: { clauses: [2, 4], rare: 0.3 } },
    tasks: { slots: 1024, perIteration: 32, episodes: 16 },
    policy: { maxTokens: 48, learningRate: 6e-4, finalLearningRate: 0.1, klWeight: 0 },
    evaluation: { every: 0 },
  },
  methods: {
    rlanything: {
      rewardModel: {
        maxTokens: 96,
        votes: 1,
        group: 'task',
        filter: [0.01, 1],
        learningRate: 4e-4,
        finalLearningRate: 0.1,
        klWeight: 0,
      },
    },
  },
  recipe: {
    policy: { batches: 150, randomActionRate: 0, corruptedActionRate: 0 },
    rewardModel: { batches: 1600, episodes: 24, tests: 3, corruptedActionRate: 0.3 },
  },
}
