/** Decides about deaths, and has its decisions carried out in time. */
import type { SchedulerLike, Subscription } from 'rxjs'
import type { Death } from '../errors/death.ts'
import { recentDeaths, respond, type Response } from './respond.ts'
import { checkedStrategy, type Strategy } from './strategy.ts'
import type { SystemEvent } from './system-event.ts'

interface SupervisorOptions {
  readonly actors: readonly { readonly name: string; readonly supervision?: Strategy }[]
  readonly scheduler: SchedulerLike
  /** Called with each death, before any response to it. */
  readonly tell: (event: SystemEvent) => void
  readonly restart: (actor: string) => void
  readonly escalate: (death: Death) => void
}

export interface Supervisor {
  readonly died: (death: Death) => void
  /** The actor is restarted elsewhere: planned work for it is dropped. */
  readonly release: (actor: string) => void
  /** From now on deaths are reported, and nothing is done about them. */
  readonly retire: () => void
}

/** @throws {RangeError} if a strategy cannot be. */
export function supervisor({ actors, scheduler, tell, restart, escalate }: SupervisorOptions): Supervisor {
  const strategies = new Map(
    actors.map(({ name, supervision = { kind: 'escalate' } }) => [name, checkedStrategy(name, supervision)]),
  )
  const deathsMs = new Map<string, readonly number[]>()
  const planned = new Map<string, Subscription>()
  let retired = false

  const release = (actor: string): void => {
    planned.get(actor)?.unsubscribe()
    planned.delete(actor)
  }
  const retire = (): void => {
    retired = true
    for (const actor of [...planned.keys()]) release(actor)
  }
  const decide = (actor: string): Response => {
    const strategy = strategies.get(actor)
    if (retired || strategy === undefined) return { kind: 'stop' }
    const nowMs = scheduler.now()
    const deaths = recentDeaths(strategy, [...(deathsMs.get(actor) ?? []), nowMs], nowMs)
    deathsMs.set(actor, deaths)
    return respond(strategy, deaths, nowMs)
  }

  return {
    died: death => {
      const { actor } = death
      const response = decide(actor)
      tell({ kind: 'died', death, response })
      release(actor)
      /* The listener may have stopped everything. */
      if (retired || response.kind === 'stop') return
      if (response.kind === 'restart') {
        planned.set(
          actor,
          scheduler.schedule(() => restart(actor), response.delayMs),
        )
        return
      }
      retire()
      escalate(death)
    },
    release,
    retire,
  }
}
