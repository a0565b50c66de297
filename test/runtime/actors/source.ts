/** Asked once, sends `count` numbered notes at the pace of its mailboxes, each to visit `route`. */
import { concatMap, from as emit } from '../../../src/streams/rxjs.ts'
import type { ActorFactory } from '../../../src/contracts/actor.ts'
import type { Note } from './echo.ts'

export interface SourceOptions {
  readonly count: number
  readonly route: readonly string[]
}

const source: ActorFactory<SourceOptions, Note, Note> =
  ({ count, route: [to = 'nobody', ...route] }) =>
  (inbox, { name, drained }) => {
    async function* notes(): AsyncGenerator<Note> {
      for (let number = 0; number < count; number += 1) {
        await drained()
        yield { kind: 'note', from: name, to, text: String(number), route }
      }
    }
    return inbox.pipe(concatMap(() => emit(notes())))
  }

export default source
