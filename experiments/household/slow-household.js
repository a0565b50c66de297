/**
 * The household with a model on a service: each turn takes a log-normal time more, in [a tenth, ten times] its median. Its
 * logarithm has a standard deviation of 0.9, by which 1 % of turns would lie outside.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { derive, fromPure, randomFrom } from 'rlanything'
import household from 'rlanything/environments/household'

export default function slowHousehold({ medianMs }) {
  const world = fromPure(household())
  return {
    ...world,
    open: async (task, options) => {
      const random = randomFrom(derive(options.key, 'turns'))
      const { fork: _, act, ...episode } = await world.open(task, options)
      return {
        ...episode,
        act: async action => {
          const factor = Math.min(10, Math.max(0.1, Math.exp(0.9 * random.normal())))
          await sleep(medianMs * factor, undefined, { signal: options.signal })
          return act(action)
        },
      }
    },
  }
}
