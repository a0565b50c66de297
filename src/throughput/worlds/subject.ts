/** Vector worlds with a feed-forward network, or with none. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { initialiseNetwork } from '../../engine/networks/initialise-network.ts'
import type { NetworkSource } from '../../contracts/models/network.ts'
import { openNetwork } from '../../engine/networks/open-network.ts'
import type { EnvironmentSource } from '../../contracts/worlds/environment-source.ts'
import { loadVectorWorld } from '../../vector/load-vector-world.ts'
import { derive, rootKey } from '../../math/random.ts'
import { now } from '../../runtime/waiting/clock.ts'
import { deviceOptions } from '../../run/actors/device-options.ts'
import type { VectorWorld } from '../../contracts/worlds/vector-world.ts'
import { between } from '../measure/between.ts'
import { networkCeiling } from './network-ceiling.ts'
import type { ThroughputOptions } from '../measure/options.ts'
import type { Place, Subject } from '../measure/subject.ts'
import { ratesBetween, startWorlds } from './run.ts'

export async function worldsSubject(
  model: 'none' | 'mlp',
  { threads, worlds }: Place,
  options: ThroughputOptions,
): Promise<Subject> {
  const { seconds, maxRows, temperature, seed } = options
  const key = rootKey(seed)
  const source = worldSource(options)
  const world = await loadVectorWorld(source, { worlds: 1, key: derive(key, 'trial') })
  const engine = deviceOptions(options.engine)
  const network = networkFor(model, world, options)
  return {
    world: world.name,
    maxRows: Math.min(maxRows, threads * worlds),
    ceiling: async () => {
      if (network.kind === 'none') return null
      const opened = await openNetwork(network, engine)
      try {
        return await networkCeiling(opened, { seconds, now })
      } finally {
        await opened.close()
      }
    },
    measure: async signal => {
      const outputs = world.actions
      const run = await startWorlds({
        source,
        threads,
        worlds,
        network,
        outputs,
        engine,
        temperature,
        seed,
        maxRows,
      })
      return between(run, ratesBetween, { seconds, signal })
    },
    close: async () => {},
  }
}

function networkFor(
  model: 'none' | 'mlp',
  { observationSize, actions }: VectorWorld,
  { hidden, seed }: ThroughputOptions,
): NetworkSource {
  if (model === 'none') return { kind: 'none', inputs: observationSize, outputs: actions }
  const key = derive(rootKey(seed), 'network')
  return { kind: 'feed-forward', state: initialiseNetwork([observationSize, ...hidden, actions], key) }
}

/** @throws {RangeError} if there is no such module. */
function worldSource({ module, options }: ThroughputOptions): EnvironmentSource {
  if (module === null) return { module: new URL('./counting-world.js', import.meta.url).href, options }
  const url = pathToFileURL(resolve(module))
  if (statSync(url, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new RangeError(`module must be the path of a module that makes a vector world, got '${module}'`)
  }
  return { module: url.href, options }
}
