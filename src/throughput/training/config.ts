import type { RunConfig } from '../../config/config.ts'
import { laidOver } from '../../config/tree.ts'
import { loadRunConfig } from '../../methods/registry/run-config.ts'
import type { Place } from '../measure/subject.ts'
import type { ThroughputOptions } from '../measure/options.ts'

/** The run that is measured: one iteration more, to warm up, and no more evaluation than there must be. */
export const trainingConfig = (options: ThroughputOptions, threads: number): Promise<RunConfig> => {
  const { run, seed, engine, iterations } = options
  const { name, options: own } = options.environment
  const measured = {
    environment: { ...(name === null ? {} : { name }), options: own, threads },
    ...{ seed, engine, iterations: iterations + 1 },
    evaluation: { every: 0, splits: ['seen'], tasks: 1, temperatures: [0] },
    checkpoint: { every: 0 },
  }
  return loadRunConfig(laidOver(run, measured))
}

/** One for each number of threads; its worlds are the episodes of an iteration. */
export const trainingPlaces = (options: ThroughputOptions): Promise<readonly Place[]> =>
  Promise.all(
    options.threads.map(async threads => {
      const { tasks } = await trainingConfig(options, threads)
      return { threads, worlds: Math.ceil((tasks.perIteration * tasks.episodes) / threads) }
    }),
  )
