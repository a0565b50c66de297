/** Sends every note on along its route, marking it. */
import { map } from '../../../src/streams/rxjs.ts'
import type { ActorFactory, Addressed } from '../../../src/contracts/actor.ts'

export interface Note extends Addressed {
  readonly kind: 'note'
  readonly text: string
  /** Addresses still to be visited, at least one. */
  readonly route: readonly string[]
}

const echo: ActorFactory<{ readonly mark?: string } | undefined, Note, Note> =
  ({ mark = '' } = {}) =>
  (inbox, { name }) =>
    inbox.pipe(
      map(({ text, route: [to = 'nobody', ...route] }) => ({
        kind: 'note',
        from: name,
        to,
        text: `${text}${mark}`,
        route,
      })),
    )

export default echo
