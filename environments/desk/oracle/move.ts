/** A step of a plan: something is done to the element of a key. */
import { pythonRepr } from '../../../src/gui/python/repr.ts'
import type { DeskState } from '../screen/state.ts'

export type Move =
  | { readonly kind: 'click'; readonly key: string }
  | { readonly kind: 'fill' | 'select_option'; readonly key: string; readonly value: string }
  | { readonly kind: 'scroll'; readonly y: number }

/** How actions are written: `fill 12 Ann`, or `fill('12', 'Ann')` as BrowserGym has it. Both are understood. */
export type ActionDialect = 'words' | 'calls'

/** Pixels of one turn of the wheel. */
const turn = 200

export const click = (key: string): Move => ({ kind: 'click', key })
export const fill = (key: string, value: string): Move => ({ kind: 'fill', key, value })
export const chooseOption = (key: string, value: string): Move => ({ kind: 'select_option', key, value })
export const scrollBy = (pages: number): Move => ({ kind: 'scroll', y: pages * turn })

/** The action that makes a move. @throws {RangeError} if its element has no number. */
export function actionOf(state: DeskState, move: Move, dialect: ActionDialect): string {
  if (move.kind === 'scroll') return dialect === 'words' ? `scroll 0 ${move.y}` : `scroll(0, ${move.y})`
  const bid = state.bids.numbers[move.key]
  if (bid === undefined) throw new RangeError(`${move.key} was never on the screen`)
  const given = [String(bid), ...(move.kind === 'click' ? [] : [move.value])]
  return dialect === 'words' ? [move.kind, ...given].join(' ') : `${move.kind}(${given.map(pythonRepr).join(', ')})`
}
