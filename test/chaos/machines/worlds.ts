const evaluation = { every: 0, tasks: 4, probeTasks: 4, temperatures: [0.8] }
const checkpoint = { every: 5 }

/** Changes to the presets of worlds: an iteration of about two seconds. */
export const worlds = {
  household: { tasks: { slots: 8, perIteration: 2, episodes: 4 }, evaluation, checkpoint },
  coding: { tasks: { slots: 8, perIteration: 2, episodes: 4 }, evaluation, checkpoint },
  desk: { tasks: { slots: 8, perIteration: 2, episodes: 4 }, evaluation, checkpoint },
} as const

export type World = keyof typeof worlds
