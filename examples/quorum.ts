/** The formulation of quorum-reward.ts: all but the reward of a step is the paper's. */
import type { Formulation } from 'rlanything'
import { quorumReward } from './quorum-reward.js'

const quorum: Formulation = {
  name: 'quorum',
  stepReward: ({ outcome, votes }, step) => quorumReward(outcome, votes[step] ?? [], { lambda: 1, quorum: 0.5 }),
  claims: { rewardRange: [-2, 2] },
}
export default quorum
