import { filter, firstValueFrom, map } from 'rxjs'
import type { Death } from '../../src/runtime/errors/death.ts'
import type { SystemEvent } from '../../src/runtime/supervision/system-event.ts'
import type { System } from '../../src/runtime/system.ts'

type Events = Pick<System<never, never>, 'events'>

/** The next event of this kind. */
export const nextEvent = <Kind extends SystemEvent['kind']>({ events }: Events, kind: Kind) =>
  firstValueFrom(events.pipe(filter((event): event is Extract<SystemEvent, { kind: Kind }> => event.kind === kind)))

export const firstDeath = ({ events }: Events): Promise<Death> =>
  firstValueFrom(
    events.pipe(
      filter(event => event.kind === 'died'),
      map(({ death }) => death),
    ),
  )
