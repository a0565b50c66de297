/** Which actors a run is made of, who speaks with whom, and what is done when one dies. */
import { actorModule } from '../actor-module.ts'
import { addresses } from '../../contracts/addresses.ts'
import type { DeviceOptions } from '../../engine/open-device.ts'
import type { JudgeProtocolName } from '../../reward/protocols.ts'
import type { EnvironmentSource } from '../../contracts/environment-source.ts'
import type { ActorSpec } from '../../runtime/actor-spec.ts'
import type { RestartStrategy } from '../../runtime/supervision/strategy.ts'
import type { Edges } from '../../runtime/wires/wiring.ts'
import type { RunConfig } from '../../config/config.ts'

/** An actor of one's own in the place of one of a run's: it takes and sends the same messages. */
export interface ActorOverride extends Pick<ActorSpec, 'module' | 'resourceLimits'> {
  /** Given to its factory beside the options of the actor whose place it takes. */
  readonly options?: Readonly<Record<string, unknown>>
}

const modules = {
  gpu: 'gpu',
  policy: 'policy',
  rewardModel: 'reward-model',
  adapter: 'adapter',
  environment: 'environment',
} as const

export type Role = keyof typeof modules

/** Our actor of that role. */
export const moduleOf = (role: Role): URL => actorModule(modules[role])

/** By the actor whose place is taken; of every environment thread at once. */
export type ActorOverrides = { readonly [role in Role]?: ActorOverride }

export interface RolesOptions {
  readonly environment: EnvironmentSource
  readonly environmentThreads: number
  readonly engine: DeviceOptions
  /** Text of the tokenizer.json of the policy. */
  readonly tokenizer: string
  /** The reward model; `null` starts none. */
  readonly rewardModel: { readonly tokenizer: string; readonly judging: JudgeProtocolName } | null
  /** The adapter, by the candidates tried for one proposal; `null` starts none. */
  readonly adapter: { readonly attempts: number } | null
  readonly supervision: RunConfig['supervision']
  readonly actors?: ActorOverrides
}

/** The actors, in the order in which they can do without those after them. */
export function actorsOf(options: RolesOptions): readonly ActorSpec[] {
  const { environment, environmentThreads, engine, tokenizer, rewardModel, adapter, supervision, actors = {} } = options
  const { maxRestarts, withinMs, firstDelayMs, factor, maxDelayMs, hangMs } = supervision
  const restart: RestartStrategy = {
    kind: 'restart',
    maxRestarts: maxRestarts,
    withinMs,
    firstDelayMs,
    factor,
    maxDelayMs,
  }
  const spec = (name: string, role: Role, own: object): ActorSpec => ({
    name,
    hangMs,
    supervision: restart,
    ...(actors[role] ?? { module: moduleOf(role) }),
    options: { ...own, ...actors[role]?.options },
  })
  return [
    spec(addresses.gpu, 'gpu', { engine }),
    spec(addresses.policy, 'policy', { tokenizer }),
    ...(rewardModel === null ? [] : [spec(addresses.rewardModel, 'rewardModel', rewardModel)]),
    ...(adapter === null ? [] : [spec(addresses.adapter, 'adapter', { environment, ...adapter })]),
    ...environmentNames(environmentThreads).map(name => spec(name, 'environment', environment)),
  ]
}

/** Who speaks with whom. */
export function edgesOf({
  environmentThreads,
  rewardModel,
  adapter,
}: Pick<RolesOptions, 'environmentThreads' | 'rewardModel' | 'adapter'>): Edges {
  const { gpu, policy, trainer } = addresses
  const judges = rewardModel === null ? [] : [addresses.rewardModel]
  const adapters = adapter === null ? [] : [addresses.adapter]
  const pair = (from: string, to: string): [string, string] => [from, to]
  return [
    pair(trainer, gpu),
    ...adapters.map(name => pair(trainer, name)),
    pair(trainer, policy),
    ...judges.map(name => pair(trainer, name)),
    pair(policy, gpu),
    ...judges.map(name => pair(name, gpu)),
    ...environmentNames(environmentThreads).flatMap(name => [
      pair(trainer, name),
      pair(name, policy),
      ...judges.map(judge => pair(name, judge)),
    ]),
  ]
}

const environmentNames = (threads: number): readonly string[] =>
  Array.from({ length: threads }, (_, index) => addresses.environment(index))
