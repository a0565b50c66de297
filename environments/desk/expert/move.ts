/** A step of a plan: something is done to the element of a key. */
import { pythonRepr } from '../../../src/gui/python/repr.ts'
import { elementNamed } from '../kernel/from-names.ts'
import { screenOf } from '../kernel/screen.ts'
import { pixelsOfTurn, type DeskState } from '../screen/state.ts'

export type Move =
  | { readonly kind: 'click'; readonly key: string }
  | { readonly kind: 'fill' | 'select_option'; readonly key: string; readonly value: string }
  | { readonly kind: 'scroll'; readonly y: number }

/** How actions are written: `fill To Ann`, `fill 12 Ann`, or `fill('12', 'Ann')` as BrowserGym has it. All are understood. */
export type ActionDialect = 'names' | 'words' | 'calls'

export const click = (key: string): Move => ({ kind: 'click', key })
export const fill = (key: string, value: string): Move => ({ kind: 'fill', key, value })
export const chooseOption = (key: string, value: string): Move => ({ kind: 'select_option', key, value })
export const scrollBy = (pages: number): Move => ({ kind: 'scroll', y: pages * pixelsOfTurn })

/**
 * The action that makes a move. An element whose name another one has too is called by its number in any dialect.
 *
 * @throws {RangeError} if its element has no number.
 */
export function actionOf(state: DeskState, move: Move, dialect: ActionDialect): string {
  if (move.kind === 'scroll') return scrollText(move.y, dialect)
  const bid = state.bids.numbers[move.key]
  if (bid === undefined) throw new RangeError(`${move.key} was never on the screen`)
  const name = dialect === 'names' ? nameOf(state, move) : null
  const given = [name ?? String(bid), ...(move.kind === 'click' ? [] : [move.value])]
  return dialect === 'calls' ? `${move.kind}(${given.map(pythonRepr).join(', ')})` : [move.kind, ...given].join(' ')
}

function scrollText(y: number, dialect: ActionDialect): string {
  if (dialect === 'calls') return `scroll(0, ${y})`
  return dialect === 'words' ? `scroll 0 ${y}` : y > 0 ? 'scroll down' : 'scroll up'
}

/** The name of the element, if a text with it is about this element. */
function nameOf(state: DeskState, move: Exclude<Move, { kind: 'scroll' }>): string | null {
  const name = screenOf(state).reachable.find(({ key }) => key === move.key)?.name ?? ''
  const text = move.kind === 'click' ? name : `${name} ${move.value}`
  return elementNamed(state, move.kind, text)?.key === move.key ? name : null
}
