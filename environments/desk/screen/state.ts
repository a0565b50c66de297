/** A desk in use, as plain data. */
import type { Bids } from '../../../src/gui/tree/bids.ts'
import { labelIn } from '../tasks/arrangement.ts'
import type { DeskData } from '../tasks/data.ts'
import type { AppName, LabelName } from '../tasks/tables.ts'
import type { DeskTask } from '../tasks/task.ts'
import type { Source } from '../tasks/predicate.ts'

/** Where one is: an application and its page, and whose page it is where there are many alike. */
export interface Spot {
  /** `null` before the first application is opened. */
  readonly app: AppName | null
  readonly page: string
  /** Id of the record that is open, -1 for none. */
  readonly item: number
}

/** The part of a text that is selected, or the place where letters are put in. */
export interface Caret {
  readonly value: string
  /** Of `value`, from `start` to before `end`. */
  readonly start: number
  readonly end: number
}

export interface DeskState {
  readonly task: DeskTask
  readonly data: DeskData
  readonly spot: Spot
  /** `menu`, or the name of the dialog that covers everything else; `null` if nothing is open. */
  readonly open: string | null
  /** Index of the first row of the list that is shown. */
  readonly top: number
  /** How far the wheel has been turned on this page, in pixels: `top` follows it. */
  readonly turned: number
  /** Values of fields that were changed and are not saved, by key; leaving the screen loses them. */
  readonly drafts: Readonly<Record<string, string>>
  /** Key of the element with the focus; `null` where the page itself has it, empty where Tab has taken it out of the page. */
  readonly focus: string | null
  /** Key of the element that had the focus before a dialog took it. */
  readonly back: string | null
  /** Selections in text fields that are, or were, on the screen, by key. */
  readonly carets: Readonly<Record<string, Caret>>
  /** The list of options that is open, and the option that is marked in it. */
  readonly picker: { readonly key: string; readonly option: string } | null
  readonly bids: Bids
  /** Each element as the player saw it last, by key. */
  readonly told: Readonly<Record<string, string>>
  /** Texts read by the player, as `sourceKey` names them, and pages of settings as `pageKey` does. */
  readonly read: readonly string[]
  /** Words shown as aliases, in their order; empty where things have their real names. */
  readonly aliased: readonly string[]
}

/** Rows of a list that fit on the screen. */
export const rowsShown = 8

/** Of one turn of the wheel, which moves a list by `rowsShown`. */
export const pixelsOfTurn = 200

export const sourceKey = (source: Source): string =>
  source.kind === 'phone' ? `phone ${source.contact}` : `code ${source.mail}`

/** Of a page that shows which settings are on it. */
export const pageKey = (page: string): string => `page ${page}`

/** At another page, with nothing open and no drafts. */
export const goTo = (state: DeskState, app: AppName, page: string, item = -1): DeskState => ({
  ...state,
  spot: { app, page, item },
  open: null,
  top: 0,
  turned: 0,
  drafts: {},
})

/** With a dialog or a menu open, or `null` for none; drafts of a dialog go with it. */
export const withOpen = (state: DeskState, open: string | null): DeskState => ({ ...state, open, drafts: {} })

export const draftOf = ({ drafts }: DeskState, key: string, saved: string): string => drafts[key] ?? saved

export const labelHere = ({ task }: DeskState, name: LabelName): string => labelIn(task.arrangement, name)

/** The record of this id. @throws {RangeError} if it does not exist. */
export function recordOf<T extends { readonly id: number }>(records: readonly T[], id: number): T {
  const found = records.find(record => record.id === id)
  if (found === undefined) throw new RangeError(`no record has the id ${id}`)
  return found
}

/** The number at the end of a key such as `row 3`; -1 if it has none. */
export const idIn = (key: string): number => Number(/\d+$/.exec(key)?.[0] ?? -1)
