/** A run by PA-RL on two cores: smaller networks and batches than the paper's, and steps on actions that such networks can feel. */
export default {
  config: { method: 'pa-rl', iterations: 20, tasks: { slots: 1, perIteration: 1 }, evaluation: { every: 5 } },
  methods: {
    'pa-rl': {
      methodOptions: {
        ...{ policy: 'mixture', policyHidden: [64, 64], criticHidden: [64, 64], members: 4, valueBins: null },
        ...{ samples: 8, keep: 4, localSteps: 2, stepSize: 0.02, conservativeActions: 4, conservatism: 0.01 },
        ...{ batch: 128, cloningRate: 1e-3, policyRate: 1e-3, criticRate: 1e-3 },
        offline: { worlds: 16, steps: 500, capacity: 10_000, iterations: 5, cloning: 500, updates: 300 },
        online: { worlds: 4, steps: 100, updates: 150 },
        evaluation: { worlds: 16, steps: 100 },
      },
    },
  },
}
