/** The game: an initial desk, and the result of an action. */
import { ActionError } from '../../../src/gui/actions/action-error.ts'
import { parseActions } from '../../../src/gui/actions/parse-actions.ts'
import { flatten } from '../../../src/gui/tree/flatten.ts'
import { pageKey, sourceKey, type DeskState, type Spot } from '../screen/state.ts'
import type { DeskTask } from '../tasks/task.ts'
import { firstPages } from '../apps/desktop.ts'
import { accessibilityTree } from './accessibility.ts'
import { carryOut, deskActions, actionParts } from './carry-out.ts'
import { tellChanges } from './changes.ts'
import { inCalls } from './in-calls.ts'
import { screenOnce, withScreen } from './screen.ts'
import { firstBids, numberNew } from './number-new.ts'

/** How a screen is shown: its changes, with numbers or by names alone, or all of it. */
type ObservationMode = 'changes' | 'names' | 'full'

export interface Played {
  readonly state: DeskState
  readonly observation: string
  /** The refused action; `null` if all of the action was carried out. */
  readonly fault: ActionError | null
}

export function beginDesk(task: DeskTask, observing: ObservationMode): Played {
  const empty: DeskState = {
    task,
    data: task.data,
    spot: { app: null, page: '', item: -1 },
    open: null,
    top: 0,
    turned: 0,
    drafts: {},
    focus: null,
    back: null,
    carets: {},
    picker: null,
    bids: firstBids,
    told: {},
    read: [],
    aliased: [],
  }
  return settled(empty, empty, observing)
}

/** Plays one text of actions, in BrowserGym's form, in words or by names; an action that is refused changes nothing. */
export function playAction(state: DeskState, text: string, observing: ObservationMode): Played {
  const { actions, fault: unread } = parseActions(inCalls(state, text), deskActions)
  let acted = state
  let fault = unread
  for (const part of actions.flatMap(actionParts)) {
    try {
      acted = carryOut(acted, part)
    } catch (thrown) {
      if (!(thrown instanceof ActionError)) throw thrown
      fault = thrown
      break
    }
  }
  if (fault === null) return settled(acted, state, observing)
  const after = acted === state ? { state, observation: '', fault: null } : settled(acted, state, observing)
  const shown = observing === 'full' ? fullText(after.state) : after.observation
  const error = observing === 'full' ? String(fault) : fault.type
  return { state: after.state, observation: shown === '' ? error : `${error}\n${shown}`, fault }
}

/** BrowserGym's text of the whole screen. */
export const fullText = (state: DeskState): string => flatten(accessibilityTree(state))

/** With numbers for new elements, and the texts now read and now shown. */
function settled(acted: DeskState, before: DeskState, observing: ObservationMode): Played {
  const screen = screenOnce(acted)
  const bids = numberNew(acted.bids, screen.elements)
  const read = nowRead(acted)
  if (observing === 'full') {
    const state = withScreen({ ...acted, bids, read }, screen)
    return { state, observation: fullText(state), fault: null }
  }
  const moved = acted.spot !== before.spot || acted.open !== before.open
  const { text, told } = tellChanges(screen.elements, observing === 'names' ? null : bids, acted.told, moved)
  return { state: withScreen({ ...acted, bids, read, told }, screen), observation: text, fault: null }
}

/** An open mail shows its code, an open contact its number, a page of settings those that are on it. */
function nowRead({ spot, read }: DeskState): readonly string[] {
  const key = keyOfPage(spot)
  return key === null || read.includes(key) ? read : [...read, key]
}

function keyOfPage({ app, page, item }: Spot): string | null {
  if (app === 'settings') return page === firstPages.settings ? null : pageKey(page)
  if (page !== 'open') return null
  if (app === 'mail') return sourceKey({ kind: 'code', mail: item })
  return app === 'contacts' ? sourceKey({ kind: 'phone', contact: item }) : null
}
