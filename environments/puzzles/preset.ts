/**
 * A run on eight families that small models learn, from starters that have seen mistakes: one that has only seen right answers is too
 * sure for groups to differ. 128 problems an iteration, as the source has them: updates by the groups of a few teach nothing.
 */
/** Those of which all answers are right or wrong count as well: scores differ where outcomes do not. */
const allGroups = { policy: { filterEdges: 'inclusive' } }
/** Those with right and wrong answers alone, with which a language model was tried: docs/findings/language-model.md. */
const mixedGroups = { policy: { filterEdges: 'exclusive' } }

export default {
  config: {
    iterations: 24,
    environment: {
      options: {
        families: [
          ...['Sorting', 'LampChanging', 'SpiralMatrix', 'Multiplication'],
          ...['Division', 'SAT', 'GCD', 'HamiltonianPath'],
        ],
        levels: [0, 2],
        heldOut: [0, 4],
      },
    },
    tasks: { slots: 4096, perIteration: 128, episodes: 8 },
    policy: {
      maxTokens: 24,
      minibatches: 4,
      learningRate: 6e-4,
      finalLearningRate: 0.1,
      klWeight: 0,
    },
    evaluation: { every: 0 },
  },
  methods: { rlanything: allGroups, grpo: allGroups, rlve: allGroups, rloop: allGroups, spark: allGroups },
  recipe: {
    model: { hidden_size: 128, intermediate_size: 256, num_key_value_heads: 4 },
    policy: { batches: 900, episodes: 64, learningRate: 2e-3, randomActionRate: 0.4, corruptedActionRate: 0.1 },
    rewardModel: { batches: 60, episodes: 64 },
  },
  presets: {
    spark: {
      config: {
        method: 'spark',
        iterations: 60,
        tasks: { slots: 512, perIteration: 32 },
        policy: { learningRate: 3e-4, finalLearningRate: 0.05 },
      },
      recipe: {
        policy: { batches: 1500, randomActionRate: 0, corruptedActionRate: 0 },
        review: { share: 0.5 },
        rewardModel: { batches: 1 },
      },
    },
    rlve: { config: { method: 'rlve' } },
    /* SmolLM2-135M-Instruct with an adapter, from the folder that scripts/prepare-llm.sh makes: docs/language-models.md. */
    smollm2: {
      config: {
        method: 'grpo',
        iterations: 24,
        starters: { policy: 'llm/puzzles/policy' },
        engine: { replicas: 1, callSeconds: 7200 },
        tasks: { perIteration: 32 },
        policy: { maxTokens: 32, minibatches: 1, oldLogprobs: 'sampled', learningRate: 2e-4 },
        evaluation: { splits: ['unseen'], answers: 8 },
      },
      methods: {
        grpo: mixedGroups,
        rlve: mixedGroups,
        rlanything: {
          ...mixedGroups,
          starters: { rewardModel: 'llm/puzzles/reward-model' },
          rewardModel: { maxTokens: 32, minibatches: 1, oldLogprobs: 'sampled', learningRate: 3e-4 },
        },
      },
      recipe: {
        base: 'llm/adapted',
        policy: { batches: 100, episodes: 32, learningRate: 1e-3, randomActionRate: 0, corruptedActionRate: 0 },
        rewardModel: { batches: 100, episodes: 32, learningRate: 1e-3, fromPolicy: true },
      },
    },
    rloop: {
      config: {
        method: 'rloop',
        iterations: 80,
        tasks: { slots: 64, perIteration: 32 },
        policy: { learningRate: 3e-4, finalLearningRate: 0.05 },
      },
      methods: { rloop: { methodOptions: { steps: 20, pass: { tasks: 64, every: 20 } } } },
    },
  },
}
