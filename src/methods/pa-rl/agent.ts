/** The parts of PA-RL for a world: its policy class, its critic, and how an action is chosen by both. */
import type { NetworkHandle } from '../../contracts/models/network-handle.ts'
import type { NetworkShape } from '../../contracts/models/network.ts'
import type { World } from '../../contracts/worlds/world.ts'
import type { Key } from '../../math/random.ts'
import { actionValues, ensembleShape, type ActionValues, type EnsembleOptions } from './ensemble.ts'
import { bestActions, optimiseActions, type Candidates } from './optimise.ts'
import { autoregressive } from './policies/autoregressive.ts'
import { diffusion } from './policies/diffusion.ts'
import { mixture } from './policies/mixture.ts'
import type { PolicyClass } from './policies/policy-class.ts'
import type { PaRlOptions } from './settings.ts'
import { type ControlSizes, type WorldSizes, sizesOf } from '../control/control-world.ts'

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
