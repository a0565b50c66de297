/** A run by PA-RL on two cores: data of poor play, smaller networks and batches than the paper's, and steps on actions that such networks can feel. */
export default {
  config: {
    environment: { options: { wandering: 0.8 } },
    method: 'pa-rl',
    iterations: 12,
    evaluation: { every: 2 },
  },
  methods: {
    'pa-rl': {
      methodOptions: {
        ...{ policy: 'mixture', policyHidden: [64, 64], criticHidden: [64, 64], members: 2, valueBins: null },
        ...{
          samples: 8,
          keep: 2,
          localSteps: 1,
          stepSize: 0.02,
          conservativeActions: 2,
          conservatism: 0.1,
          targetEvery: 10,
        },
        ...{ batch: 64, cloningRate: 1e-3, policyRate: 1e-3, criticRate: 1e-3 },
        offline: { worlds: 16, steps: 500, capacity: 10_000, iterations: 4, cloning: 400, updates: 250 },
        online: { worlds: 4, steps: 100, updates: 100 },
        evaluation: { worlds: 16, steps: 100 },
      },
    },
  },
}
