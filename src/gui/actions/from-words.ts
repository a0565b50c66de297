/** Actions without brackets and quotes, for models that read and write word by word. */
import { pythonRepr } from '../python/repr.ts'
import { isGuiActionName } from './gui-actions.ts'

const words = /^\s*(\w+)(?:\s+(\S+))?(?:\s+(.*\S))?\s*$/

/**
 * The call that a text such as `fill 12 Ann Lee` means: `fill('12', 'Ann Lee')`. The first word is the function, the
 * second its first argument, the rest its second. Every other text is given back as it is.
 */
export function fromWords(text: string): string {
  const [, name = '', first, rest] = words.exec(text) ?? []
  if (!isGuiActionName(name)) return text
  const given = [first, rest].filter(each => each !== undefined)
  return `${name}(${given.map(name === 'scroll' ? plain : pythonRepr).join(', ')})`
}

const plain = (text: string): string => text
