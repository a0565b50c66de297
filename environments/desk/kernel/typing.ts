/** What keys do in a field for text. */
import type { KeyStroke } from '../../../src/gui/actions/keys.ts'
import type { Caret } from '../screen/state.ts'

/** The text, and where in it the next letter is put, after a key; the same if the key does nothing there. */
export function afterKey(caret: Caret, { key: { key, text }, held }: KeyStroke): Caret {
  const { value, start, end } = caret
  if (held.length === 1 && held[0] === 'Control' && key === 'a') return { value, start: 0, end: value.length }
  if (held.some(each => each !== 'Shift')) return caret
  if (text.length === 1 && text !== '\r') return replaced(caret, start, end, text)
  if (held.length > 0) return caret
  const isEmpty = start === end
  switch (key) {
    case 'Backspace':
      return replaced(caret, isEmpty ? Math.max(0, start - 1) : start, end, '')
    case 'Delete':
      return replaced(caret, start, isEmpty ? Math.min(value.length, end + 1) : end, '')
    case 'ArrowLeft':
      return at(caret, isEmpty ? Math.max(0, start - 1) : start)
    case 'ArrowRight':
      return at(caret, isEmpty ? Math.min(value.length, end + 1) : end)
    case 'Home':
      return at(caret, 0)
    case 'End':
      return at(caret, value.length)
    default:
      return caret
  }
}

/** With the last word selected, as by a double click behind it. */
export function lastWordOf(value: string): Caret {
  const word = /(?:[\p{L}\p{N}_]+(?:'[\p{L}\p{N}_]+)*|\s+|[^\p{L}\p{N}_\s])$/u.exec(value)?.[0] ?? ''
  return { value, start: value.length - word.length, end: value.length }
}

const at = ({ value }: Caret, place: number): Caret => ({ value, start: place, end: place })

const replaced = ({ value }: Caret, start: number, end: number, text: string): Caret => ({
  value: value.slice(0, start) + text + value.slice(end),
  start: start + text.length,
  end: start + text.length,
})
