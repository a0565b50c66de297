/** A run by VLM-RL on two cores: traffic without blocks, as the paper has it, and small networks that see the numbers; pictures are for the goals alone. */
export default {
  config: {
    environment: { options: { obstacles: 0, patience: 10 } },
    method: 'vlm-rl',
    iterations: 20,
    evaluation: { every: 5 },
  },
  methods: {
    'vlm-rl': {
      methodOptions: {
        ...{ crop: { top: 13, left: 5, height: 9, width: 6 }, range: [-0.3, -0.02] },
        ...{
          vision: false,
          swervingSteps: 10,
          entropyWeight: 0.05,
          hidden: [64, 64],
          learningRate: 1e-3,
          lastLearningRate: 1e-4,
          batch: 64,
          capacity: 20_000,
        },
        play: { worlds: 8, steps: 200, random: 1, updates: 800 },
        evaluation: { unseen: { town: 'unseen' } },
      },
    },
  },
}
