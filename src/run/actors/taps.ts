/** Actors of a user's own that get a copy of each message of some kinds, whichever actors it passes between. Pure. */
import { actorModule } from '../../rollout/actor-module.ts'
import type { RunActor } from '../../rollout/run-actor.ts'
import type { ActorSpec } from '../../runtime/deployment/actor-spec.ts'

export interface Tap extends Pick<ActorSpec, 'module' | 'options' | 'resourceLimits'> {
  /** Kinds of the messages that are copied to it, e.g. `finished`. */
  readonly on: readonly string[]
}

/** By the name of the tap. */
export type Taps = Readonly<Record<string, Tap>>

/** @param name of the tap. */
export const tapAddress = (name: string): string => `tap/${name}`

/** @throws {RangeError} if there is no tap of that name. */
export function requireTap(taps: Taps = {}, name: string): void {
  if (Object.hasOwn(taps, name)) return
  throw new RangeError(`tap must be one of ${Object.keys(taps).join(', ') || 'none that there are'}, got ${name}`)
}

/** The actors with their taps, which a death costs the messages that they had not dealt with. */
export function withTaps(actors: readonly RunActor[], taps: Taps): readonly RunActor[] {
  const entries = Object.entries(taps)
  if (entries.length === 0) return actors
  const kinds = entries.flatMap(([name, { on }]) => on.map(kind => [kind, tapAddress(name)] as const))
  const copies: Record<string, string[]> = {}
  for (const [kind, address] of kinds) (copies[kind] ??= []).push(address)
  const names = entries.map(([name]) => tapAddress(name))
  return [
    ...entries.map(([name, { on: _, ...actor }]) => ({
      ...actor,
      name: tapAddress(name),
      peers: [],
      recovery: forgetful,
    })),
    ...actors.map(actor => ({
      ...actor,
      module: actorModule('tapped'),
      options: { module: String(actor.module), options: actor.options, copies },
      peers: [...actor.peers, ...names],
    })),
  ]
}

/** Nothing is restored. */
const forgetful: RunActor['recovery'] = {
  changes: {},
  part: null,
  wholeState: null,
  probe: null,
  episodes: [],
  forgetsBy: null,
  pool: null,
}
