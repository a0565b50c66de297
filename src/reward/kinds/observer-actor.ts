import { actorModule } from '../../rollout/actor-module.ts'
import type { ActorRecovery } from '../../contracts/actor-recovery.ts'
import { addresses } from '../../contracts/addresses.ts'
import type { ActorContext, RunActor } from '../../rollout/run-actor.ts'

/** It keeps nothing but the transcripts of episodes. */
const observerRecovery: ActorRecovery<never> = {
  changes: {},
  part: null,
  wholeState: null,
  probe: null,
  episodes: ['observe'],
  forgetsBy: 'closed',
  pool: null,
}

/** The actor by which models observe episodes, step by step. */
export const observerActor = ({ speech, engines, environments }: ActorContext): RunActor => ({
  name: addresses.observer,
  module: actorModule('observer'),
  options: speech,
  peers: [...engines, ...environments],
  recovery: observerRecovery,
})
