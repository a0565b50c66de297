/**
 * The household with a model on a service: each turn takes a log-normal time more, in [a tenth, ten times] its median. Its
 * logarithm has a standard deviation of 0.9, by which 1 % of turns would lie outside.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { household, type HouseholdTask } from '../../environments/household/index.ts'
import type { World } from '../../src/contracts/worlds/world.ts'
import { derive, randomFrom } from '../../src/math/random.ts'
import { fromPure } from '../../src/rollout/from-pure.ts'
import { unevenFactor } from '../scaling/uneven.ts'

export default function slowHousehold({ medianMs }: { readonly medianMs: number }): World<HouseholdTask> {
  const world = fromPure(household())
  return {
    ...world,
    open: async (task, options) => {
      const random = randomFrom(derive(options.key, 'turns'))
      const { fork: _, act, ...episode } = await world.open(task, options)
      return {
        ...episode,
        act: async action => {
          await sleep(medianMs * unevenFactor(random, 0.9), undefined, { signal: options.signal })
          return act(action)
        },
      }
    },
  }
}
