/** A person at a desk: events of the page are applied to the pure desk, which grades them. */
import { z } from 'zod'
import type { PersonEpisode, PlayablePage } from '../../../src/contracts/worlds/playable-page.ts'
import { parsed } from '../../../src/text/parsed.ts'
import { beginDesk } from '../kernel/play.ts'
import { used, type ControlEvent } from '../kernel/use.ts'
import { parseDeskTask } from '../tasks/parse.ts'
import { isGranted } from '../tasks/task.ts'
import { describeTask } from '../wording/describe.ts'
import { deskPageFile } from './files.ts'
import type { DeskOpening } from './opening.ts'

const controlEvent: z.ZodType<ControlEvent> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('press'), key: z.string() }),
  z.object({ kind: z.literal('change'), key: z.string(), value: z.string() }),
  z.object({ kind: z.literal('dismiss') }),
  z.object({ kind: z.literal('turn'), pixels: z.number() }),
])

export const playablePage: PlayablePage = { file: deskPageFile, begin: task => personEpisode(task) }

/** A task stays won: an agent's episode would be over. */
function personEpisode(task: unknown): PersonEpisode {
  const begun = parseDeskTask(task)
  let { state } = beginDesk(begun, 'full')
  const opening: DeskOpening = { state, told: { goal: describeTask(begun), stepLimit: begun.stepLimit } }
  let [steps, won] = [0, false]
  let last: ControlEvent | null = null
  return {
    opening,
    act: given => {
      const event = parsed('event', controlEvent, given)
      const next = used(state, event)
      if (!won) steps += stepsOf(event, last, next.top !== state.top)
      state = next
      last = event
      won ||= isGranted(begun, state.data)
      return { won, steps }
    },
  }
}

/** Letters written into one field are one step, as a turn of the wheel is that moves a list. */
function stepsOf(event: ControlEvent, last: ControlEvent | null, moved: boolean): number {
  if (event.kind === 'turn') return moved ? 1 : 0
  return event.kind === 'change' && last?.kind === 'change' && last.key === event.key ? 0 : 1
}
