/** Actions without brackets and quotes, for models that read and write word by word. */
import { pythonRepr } from '../python/repr.ts'
import { isGuiActionName } from './gui-actions.ts'

const words = /^(\w+)(?:\s+(\S+)(?:\s+(\S.*))?)?$/

/** Whose arguments are numbers. */
const numeric: readonly string[] = ['scroll', 'noop']

/**
 * The call that a text such as `fill 12 Ann Lee` means: `fill('12', 'Ann Lee')`. The first word is the function, the
 * second its first argument, the rest its second. Every other text is given back as it is.
 */
export function fromWords(text: string): string {
  const [, name = '', first, rest] = words.exec(text.trim()) ?? []
  if (!isGuiActionName(name)) return text
  const given = [first, rest].filter(each => each !== undefined)
  return `${name}(${given.map(each => (numeric.includes(name) ? each : pythonRepr(each))).join(', ')})`
}
