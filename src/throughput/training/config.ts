import type { RunConfig } from '../../config/config.ts'
import { laidOver } from '../../config/tree.ts'
import { loadRunConfig } from '../../methods/registry/run-config.ts'
import type { Place } from '../measure/subject.ts'
import type { ThroughputOptions } from '../measure/options.ts'

/** The run that is measured: one iteration more, to warm up, and no more evaluation than there must be. */
export async function trainingConfig(options: ThroughputOptions, threads: number): Promise<RunConfig> {
  const { run, seed, engine, iterations } = options
  const { name, options: own } = options.environment
  const measured = {
    environment: { ...(name === null ? {} : { name }), options: own, threads },
    ...{ seed, engine, iterations: iterations + 1 },
    evaluation: { every: 0 },
    checkpoint: { every: 0 },
  }
  const config = await loadRunConfig(laidOver(run, measured))
  /* A method that plays no episodes has no such settings. */
  const least = 'splits' in config.evaluation ? { splits: ['seen' as const], tasks: 1, temperatures: [0] } : {}
  return { ...config, evaluation: { ...config.evaluation, ...least } }
}

/** One for each number of threads; its worlds are the episodes of an iteration. */
export const trainingPlaces = (options: ThroughputOptions): Promise<readonly Place[]> =>
  Promise.all(
    options.threads.map(async threads => {
      const { perIteration = 0, episodes = 0 } = (await trainingConfig(options, threads)).tasks
      return { threads, worlds: Math.ceil((perIteration * episodes) / threads) }
    }),
  )
