/** Iterations of a training run, as `train` makes them. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { IterationMetrics } from '../../contracts/metrics.ts'
import { environmentSource } from '../../config/environment-source.ts'
import { loadWorld } from '../../rollout/load-world.ts'
import { trainRun } from '../../run/train.ts'
import type { ThroughputOptions } from '../measure/options.ts'
import type { Place, Subject } from '../measure/subject.ts'
import { trainingConfig } from './config.ts'
import { trainingRates } from './rates.ts'

export async function trainingSubject({ threads }: Place, options: ThroughputOptions): Promise<Subject> {
  const config = await trainingConfig(options, threads)
  const { name } = await loadWorld(environmentSource(config.environment))
  return {
    world: name,
    maxRows: null,
    ceiling: () => Promise.resolve(null),
    measure: async signal => {
      const folder = await mkdtemp(join(tmpdir(), 'rlanything-bench-'))
      try {
        const measured: IterationMetrics[] = []
        await trainRun({ config, directory: join(folder, 'run'), signal }).forEach(event => {
          if (event.kind === 'iteration' && event.metrics.iteration > 1) measured.push(event.metrics)
        })
        signal.throwIfAborted()
        return trainingRates(measured)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    close: () => Promise.resolve(),
  }
}
