/** Runs of small models, which call elements by their names, and how their starters are made. */
import { fileURLToPath } from 'node:url'

const starter = (name: string): string => fileURLToPath(new URL(`../../../starters/desk/${name}`, import.meta.url))

export default {
  config: {
    iterations: 40,
    environment: { options: { dialect: 'names' } },
    policy: { maxTokens: 6 },
  },
  recipe: {
    model: { hidden_size: 128, intermediate_size: 256, num_key_value_heads: 4 },
    policy: { batches: 650, learningRate: 2e-3 },
    rewardModel: { batches: 120, learningRate: 2e-3 },
  },
  presets: {
    'long-tasks': {
      config: {
        environment: { options: { depths: ['long'] } },
        starters: { policy: starter('long-policy') },
      },
      methods: { rlanything: { starters: { rewardModel: starter('long-reward-model') } } },
      recipe: { model: { max_position_embeddings: 1024 }, policy: { batches: 1000 } },
    },
  },
}
