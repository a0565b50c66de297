/** The parts of PA-RL for a world: its policy class, its critic, and how an action is chosen by both. */
import type { NetworkHandle } from '../../contracts/models/network-handle.ts'
import type { NetworkShape } from '../../contracts/models/network.ts'
import type { ControlBounds } from '../../contracts/worlds/vector-world.ts'
import type { World } from '../../contracts/worlds/world.ts'
import { derive, type Key } from '../../math/random.ts'
import { actionValues, ensembleShape, type ActionValues, type EnsembleOptions } from './ensemble.ts'
import { bestActions, optimiseActions, type Candidates } from './optimise.ts'
import { autoregressive } from './policies/autoregressive.ts'
import { diffusion } from './policies/diffusion.ts'
import { mixture } from './policies/mixture.ts'
import type { PolicyClass, ControlSizes } from './policies/policy-class.ts'
import type { PaRlOptions } from './settings.ts'

interface WorldSizes {
  readonly sizes: ControlSizes
  readonly bounds: ControlBounds
}

/** @throws {RangeError} unless it is a vector world of continuous actions. */
export function sizesOf({ name, vectors }: World): WorldSizes {
  const bounds = vectors?.bounds
  if (vectors === undefined || bounds === undefined)
    throw new RangeError(`environment.name must be a vector world of continuous actions, got ${name}`)
  return { sizes: { observation: vectors.observationSize, action: vectors.actions }, bounds }
}

function policyClass(sizes: ControlSizes, options: PaRlOptions): PolicyClass {
  const { policy, policyHidden, modes, noiseSteps, actionBins } = options
  switch (policy) {
    case 'gaussian':
      return mixture(sizes, policyHidden, 1)
    case 'mixture':
      return mixture(sizes, policyHidden, modes)
    case 'diffusion':
      return diffusion(sizes, policyHidden, noiseSteps)
    case 'categorical':
      return autoregressive(sizes, policyHidden, actionBins)
  }
}

export const ensembleOf = ({ members, criticHidden: hidden, valueBins: bins }: PaRlOptions): EnsembleOptions => ({
  ...{ members, hidden, bins },
})

export function networksOf(world: World, options: PaRlOptions): Readonly<Record<string, NetworkShape>> {
  const { sizes } = sizesOf(world)
  const critic = ensembleShape(sizes, ensembleOf(options))
  const value = { inputs: sizes.observation, hidden: options.criticHidden, layerNorm: true, outputs: 1 }
  const policy = policyClass(sizes, options).shape
  return { policy, critic, 'critic-target': critic, ...(options.critic === 'iql' ? { value } : {}) }
}

export interface Agent extends WorldSizes {
  readonly options: PaRlOptions
  readonly network: (name: string) => NetworkHandle
  readonly policy: PolicyClass
  readonly q: ActionValues
  /** Candidates for each row by policy and critic. */
  readonly improve: (observations: Float32Array, keys: readonly Key[]) => Promise<Candidates>
  /** The best action of each row. */
  readonly act: (observations: Float32Array, keys: readonly Key[]) => Promise<Float32Array>
}

export function paRlAgent(world: World, network: Agent['network'], options: PaRlOptions): Agent {
  const { sizes, bounds } = sizesOf(world)
  const policy = policyClass(sizes, options)
  const q = actionValues(network('critic'), sizes, ensembleOf(options))
  const { samples: repeat } = options
  const improve: Agent['improve'] = async (observations, keys) => {
    const samples = await policy.sample(network('policy'), observations, { keys, repeat })
    return optimiseActions(q, { observations, sizes, samples }, options)
  }
  const act: Agent['act'] = async (observations, keys) =>
    bestActions(await improve(observations, keys), sizes.action, keys.length)
  return { sizes, bounds, options, network, policy, q, improve, act }
}

/** Keys of rows. */
export const rowKeys = (key: Key, count: number): readonly Key[] =>
  Array.from({ length: count }, (_, row) => derive(key, row))
