export default {
  config: { policy: { maxTokens: 6, learningRate: 1e-4 }, rewardModel: { votes: 2 } },
  recipe: { policy: { batches: 300, randomActionRate: 0, corruptedActionRate: 0 } },
}
