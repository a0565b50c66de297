/** Sends every note on along its route, taking the next one out of its inbox only some turns later. */
import type { ActorFactory } from '../../../src/contracts/actor.ts'
import { pullMap } from '../../../src/streams/pull-map.ts'
import { tick } from '../../../src/streams/tick.ts'
import type { Note } from './echo.ts'

const slow: ActorFactory<{ readonly turns: number }, Note, Note> =
  ({ turns }) =>
  (inbox, { name }) =>
    inbox.pipe(
      pullMap(1, async ({ text, route: [to = 'nobody', ...route] }): Promise<Note> => {
        for (let passed = 0; passed < turns; passed += 1) await tick()
        return { kind: 'note', from: name, to, text, route }
      }),
    )

export default slow
