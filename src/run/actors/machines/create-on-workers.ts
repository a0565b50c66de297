import type { Addressed } from '../../../contracts/actor.ts'
import type { ToTrainer } from '../../../contracts/messages/calls.ts'
import type { RunConfig } from '../../../config/config.ts'
import type { RunActor } from '../../../rollout/run-actor.ts'
import type { ActorSpec } from '../../../runtime/deployment/actor-spec.ts'
import { createOnMachines, type MachinesOptions } from '../../../runtime/machines/create-on-machines.ts'
import type { AssembleOptions, System } from '../../../runtime/system-interface.ts'
import { whereaboutsOf } from './placement.ts'

/** Workers of a run, wherever its actors are to be. */
export type RunMachines = Omit<MachinesOptions, 'whereIs' | 'moving'>

/** @param moving see `MachinesOptions`. @returns `createSystem` with the actors that are placed on workers there. @throws {RangeError} as `whereaboutsOf`. */
export function createOnWorkers(
  machines: RunMachines,
  placement: RunConfig['placement'],
  actors: readonly RunActor[],
  moving: (actor: string) => void,
): (options: AssembleOptions<ActorSpec>) => Promise<System<ToTrainer, Addressed>> {
  const names = actors.map(({ name }) => name)
  const whereIs = whereaboutsOf(placement, names)
  return options => createOnMachines<ToTrainer, Addressed>(options, { ...machines, whereIs, moving })
}
