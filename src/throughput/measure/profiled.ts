import { join } from 'node:path'
import type { ActorSpec } from '../../runtime/deployment/actor-spec.ts'

/** The profile of an actor by its name: `environment-0.cpuprofile`. @param folder `null` for none. */
export const profiled = (folder: string | null, name: string): Pick<ActorSpec, 'profile'> =>
  folder === null ? {} : { profile: join(folder, `${name.replaceAll('/', '-')}.cpuprofile`) }
