/** Every actor of a run in a mortal form. */
import { actorModule } from '../../src/rollout/actor-module.ts'
import type { ActorOverride, ActorOverrides } from '../../src/run/actors/roles.ts'
import type { Ailment } from './fate.ts'
import type { MortalOptions } from './mortal.ts'

export const ailments: readonly Ailment[] = ['exception', 'exit', 'out-of-memory', 'hang']

/** The actors of a run, by the names of their modules. */
export const roles = ['gpu', 'policy', 'observer', 'adapter', 'environment'] as const

export type Role = (typeof roles)[number]

export interface MortalsOptions {
  readonly seed: number
  /** Those that the run has; left out, all. */
  readonly of?: readonly Role[]
  /** What each life of an actor ends by, in order. */
  readonly ailments: Readonly<Record<Role, readonly Ailment[]>>
  /** Each life ends by one of its first so many messages. */
  readonly messages: Readonly<Record<Role, number>>
  /** Whether the gpu lives until it trains: only what is said of training counts then. */
  readonly gpuTrains?: boolean
  /** Of each actor's thread: small, so that it is full soon. */
  readonly heapMb?: number
}

/** To be given to a run as its actors. A call of the engine may take no longer than 5 s, or a hang would be told late. */
export function mortals({
  seed,
  of = roles,
  ailments,
  messages,
  gpuTrains = false,
  heapMb = 128,
}: MortalsOptions): ActorOverrides {
  const substitutes = of.map((role): [Role, ActorOverride] => {
    const inner = actorModule(role).href
    const kinds = role === 'gpu' && gpuTrains ? { kinds: training } : {}
    const mortal = { inner, seed, ailments: ailments[role], messages: messages[role], ...kinds }
    const options: MortalOptions = { mortal }
    const module = new URL('./mortal.js', import.meta.url)
    const calls = role === 'gpu' ? { callMs: 5000 } : {}
    return [role, { module, options: { ...options, ...calls }, resourceLimits: { maxOldGenerationSizeMb: heapMb } }]
  })
  return Object.fromEntries(substitutes)
}

const training = ['forward-backward', 'forward-backward-done', 'optim-step', 'optim-step-done']

/** Something for every role. */
export const eachRole = <T>(choose: (role: Role, index: number) => T): Readonly<Record<Role, T>> => ({
  gpu: choose('gpu', 0),
  policy: choose('policy', 1),
  observer: choose('observer', 2),
  adapter: choose('adapter', 3),
  environment: choose('environment', 4),
})

/** The role of an address. */
export const roleOf = (address: string): Role =>
  roles.find(role => role !== 'environment' && address === role) ?? 'environment'
