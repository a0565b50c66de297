/** Actions that call elements by their names: `click Ok`, `fill Username juan`. */
import { pythonRepr } from '../../../src/gui/python/repr.ts'
import { fromWords } from '../../../src/gui/actions/from-words.ts'
import { isGuiActionName } from '../../../src/gui/actions/gui-actions.ts'
import { wordsIn, type NamedElement, type ScreenPart } from './named-elements.ts'

/** Pixels of one turn of the wheel. */
const turn = 200

/**
 * The call that a text means on a screen: `fill('16', 'juan')`. The longest name that follows the verb counts, in small or large
 * letters and whatever signs are between its words. Every other text is given back as it is.
 */
export function callByName(text: string, parts: readonly ScreenPart[]): string {
  const [verb = '', ...rest] = text.trim().split(/\s+/)
  if (!isGuiActionName(verb)) return text
  if (verb === 'noop') return fromWords(text)
  if (verb === 'scroll')
    return rest[0] === 'down' ? `scroll(0, ${turn})` : rest[0] === 'up' ? `scroll(0, -${turn})` : text
  const said = rest.join(' ')
  const { element, length } = longestNamed(parts, wordsIn(said))
  if (element === null) return text
  const isExact = said.toLowerCase().startsWith(element.name.toLowerCase())
  const value = (isExact ? said.slice(element.name.length) : said.replace(startOf(length), '')).replace(signs, '')
  return `${verb}(${[element.bid, ...(value === '' ? [] : [value])].map(each => pythonRepr(each)).join(', ')})`
}

/** So many words at the start, with the signs before and between them. */
const startOf = (words: number): RegExp => new RegExp(`^(?:[^\\p{L}\\p{N}]*[\\p{L}\\p{N}]+){${words}}`, 'u')

/** Signs that a name ends with. */
const signs = /^[^\p{L}\p{N}\s]*\s*/u

function longestNamed(parts: readonly ScreenPart[], said: readonly string[]) {
  let best: { readonly element: NamedElement | null; readonly length: number } = { element: null, length: 0 }
  for (const part of parts) {
    if (!('bid' in part)) continue
    const name = wordsIn(part.name)
    if (name.length > best.length && name.every((word, index) => said[index] === word))
      best = { element: part, length: name.length }
  }
  return best
}
