/** Outcome times votes: it looks harmless, and rewards what the reward model condemns in a lost episode. */
import type { Formulation } from 'rlanything'

const product: Formulation = {
  name: 'product',
  stepReward: ({ outcome, votes }, step) => {
    const own = votes[step] ?? []
    const mean = own.reduce<number>((sum, vote) => sum + vote, 0) / own.length
    return outcome * (1 + mean)
  },
  claims: { rewardRange: [-2, 2] },
}
export default product
