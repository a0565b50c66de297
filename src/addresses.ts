/** The names by which the actors of the loop know each other. */
export const addresses = {
  trainer: 'trainer',
  policy: 'policy',
  rewardModel: 'reward-model',
  adapter: 'adapter',
  gpu: 'gpu',
  /** @param index from 0. */
  environment: (index: number): string => `environment/${index}`,
} as const
