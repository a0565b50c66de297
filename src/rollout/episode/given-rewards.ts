import type { ActResult } from '../../contracts/worlds/world.ts'

/** The rewards that a world gives for a step; a reward that it does not give is left out, not undefined. */
export const givenRewards = ({
  reward,
  localReward,
}: Pick<ActResult, 'reward' | 'localReward'>): Pick<ActResult, 'reward' | 'localReward'> => ({
  ...(reward === undefined ? {} : { reward }),
  ...(localReward === undefined ? {} : { localReward }),
})
