/** The names by which the actors of the loop know each other. */
export const addresses = {
  trainer: 'trainer',
  policy: 'policy',
  /** Every observer of every episode, of any model. */
  observer: 'observer',
  gpu: 'gpu',
  /** A server that samples from a model of a run. @param model its name in the run. */
  served: (model: string): string => `served/${model}`,
  /** @param index from 0. */
  environment: (index: number): string => `environment/${index}`,
  /** Any environment thread: messages go to a free one. */
  environments: 'environment',
  /** A thread of vector worlds. @param index from 0. */
  worlds: (index: number): string => `worlds/${index}`,
  /** A thread that plays vector worlds on request. @param index from 0. */
  player: (index: number): string => `player/${index}`,
  /** Any of them: what is sent here goes to one that is free. */
  players: 'player',
} as const

/** The names of an episode's contexts on the device; its players and its observers may be one model, so theirs differ. */
export const contexts = {
  player: (agent: string, episode: string): string => (agent === 'policy' ? episode : `${episode}@${agent}`),
  observer: (observer: string, episode: string): string => `${observer}:${episode}`,
} as const
