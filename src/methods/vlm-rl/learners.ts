/** The learners by name; how one trains is loaded when it is needed. */
import { seeingShape } from './driving.ts'
import type { Learner } from './learner.ts'
import type { VlmRlOptions } from './settings.ts'

export const learners: Readonly<Record<VlmRlOptions['learner'], Learner>> = {
  /* The temperature says the logarithm of the weight of entropy, less that of its first value. */
  sac: {
    networks: (driving, options) => {
      const inputs = driving.seenSize + driving.sizes.action
      const critic = { inputs, members: 2, outputs: 1, ...seeingShape(driving, options) }
      return { critic, 'critic-target': critic, temperature: { inputs: 1, outputs: 1 } }
    },
    randomIterations: ({ play }) => play.random,
    load: async () => (await import('./sac-learner.ts')).takeForSac,
  },
  ppo: {
    networks: (driving, options) => ({
      value: { inputs: driving.seenSize, outputs: 1, ...seeingShape(driving, options) },
    }),
    randomIterations: () => 0,
    load: async () => (await import('./ppo-learner.ts')).takeForPpo,
  },
}
