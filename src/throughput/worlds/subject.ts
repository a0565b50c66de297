/** Vector worlds with a feed-forward network, or with none. */
import { outputsFor } from '../../vector/choose-actions.ts'
import { initialiseNetwork } from '../../engine/networks/initialise-network.ts'
import type { NetworkSource, Network } from '../../contracts/models/network.ts'
import { openNetwork } from '../../engine/networks/open-network.ts'
import type { EnvironmentSource } from '../../contracts/worlds/environment-source.ts'
import { environmentSource } from '../../config/environment-source.ts'
import { loadVectorWorld, makesVectorWorld } from '../../vector/load-vector-world.ts'
import { derive, rootKey } from '../../math/random.ts'
import { now } from '../../runtime/waiting/clock.ts'
import { deviceOptions } from '../../run/actors/device-options.ts'
import type { VectorWorld } from '../../contracts/worlds/vector-world.ts'
import { moduleFile } from '../../user-code/module-file.ts'
import { between } from '../measure/between.ts'
import type { ModelKind } from '../measure/models.ts'
import type { ThroughputOptions } from '../measure/options.ts'
import type { Place, Subject } from '../measure/subject.ts'
import { ratesBetween, startWorlds } from './run.ts'

export async function worldsSubject(
  model: 'none' | 'mlp',
  { threads, worlds }: Place,
  options: ThroughputOptions,
  profile: string | null,
): Promise<Subject> {
  const { seconds, maxRows, maxBatch, temperature, seed, link } = options
  const key = rootKey(seed)
  const source = worldSource(options.environment)
  const world = await loadVectorWorld(source, { worlds: 1, key: derive(key, 'trial') })
  const engine = deviceOptions(options.engine)
  const actor = options.actor === null ? null : moduleFile('actor', options.actor)
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
      const outputs = outputsFor(world)
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
        maxBatch,
        link,
        profile,
        actor,
      })
      return between(run, ratesBetween, { seconds, signal })
    },
    close: async () => {},
  }
}

function networkFor(model: 'none' | 'mlp', world: VectorWorld, { hidden, seed }: ThroughputOptions): NetworkSource {
  const [inputs, outputs] = [world.observationSize, outputsFor(world)]
  if (model === 'none') return { kind: 'none', inputs, outputs }
  const key = derive(rootKey(seed), 'network')
  return { kind: 'feed-forward', state: initialiseNetwork({ inputs, hidden, outputs }, key) }
}

/** @throws {RangeError} if there is no such module. */
const worldSource = ({ name, options }: ThroughputOptions['environment']): EnvironmentSource =>
  name === null
    ? { module: new URL('./counting-world.js', import.meta.url).href, options }
    : environmentSource({ name, options })

/** The models that are asked for, or else those that can play the world. @throws {RangeError} if a policy is given that cannot; as `makesVectorWorld` does. */
export async function fittingModels(options: ThroughputOptions): Promise<readonly ModelKind[]> {
  const { models: asked, episodes, environment, seed, actor, policy } = options
  if (asked !== null) return asked
  if (episodes !== null) return ['lm']
  if (environment.name === null) return actor === null ? ['none', 'mlp', 'lm'] : ['none']
  const trial = { worlds: 1, key: derive(rootKey(seed), 'trial') }
  if (!(await makesVectorWorld(worldSource(environment), trial))) return ['lm']
  if (policy !== null)
    throw new RangeError(
      `policy must be null where a vector world is measured, which no language model plays, got ${policy}`,
    )
  return actor === null ? ['none', 'mlp'] : ['none']
}

/** Rows of a run that are tried. */
const ceilingBatches = [64, 128, 256, 512, 1024] as const

/**
 * Rows a second of a network driven alone, at its fastest batch size: the upper bound of any way of feeding it.
 *
 * @param seconds for all batches together.
 */
async function networkCeiling(
  network: Network,
  { seconds, now }: { readonly seconds: number; readonly now: () => number },
): Promise<number> {
  const lengthMs = (seconds * 1000) / ceilingBatches.length
  let best = 0
  for (const batch of ceilingBatches) {
    const rows = Float32Array.from({ length: batch * network.inputs }, (_, index) => (index % 17) / 17 - 0.5)
    await network.run(rows, batch)
    const began = now()
    let runs = 0
    while (now() - began < lengthMs) {
      await network.run(rows, batch)
      runs += 1
    }
    best = Math.max(best, (runs * batch * 1000) / (now() - began))
  }
  return best
}
