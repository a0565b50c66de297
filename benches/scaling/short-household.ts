/** The household in full rooms, each episode cut off after so many steps: to win one takes longer than to measure it. */
import { household, type HouseholdState, type HouseholdTask } from '../../environments/household/index.ts'
import type { Environment } from '../../src/contracts/worlds/environment.ts'

export default function shortHousehold({
  steps,
}: {
  readonly steps: number
}): Environment<HouseholdTask, HouseholdState> {
  const world = household({ receptacles: 'full' })
  return {
    ...world,
    generate: (split, random) => ({ ...world.generate(split, random), stepLimit: steps }),
    valid: () => true,
  }
}
