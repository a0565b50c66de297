/**
 * A regular expression that matches, at a place, the longest of `texts` that neither starts nor ends inside a word or
 * a number: `cabinet 1` is not in `cabinet 10`. Written as a prefix tree, so that trying a place costs its depth and
 * not the number of texts; in the syntax that Rust's tokenizers and JavaScript's `u` flag read alike.
 *
 * @param texts not empty, none of them empty.
 */
export function longestMatch(texts: readonly string[]): string {
  const startsWord = texts.filter(text => startsInWord.test(text))
  const others = texts.filter(text => !startsInWord.test(text))
  return [
    ...(startsWord.length > 0 ? [`(?<!${wordSign})${group(startsWord)}`] : []),
    ...(others.length > 0 ? [group(others)] : []),
  ].join('|')
}

/** Letters and digits, spelt out because `\w` differs between the two. */
export const wordSign = '[\\p{L}\\p{N}]'

/** `text` as a regular expression that matches just it. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

const startsInWord = /^[\p{L}\p{N}]/u
const endsInWord = /[\p{L}\p{N}]$/u

interface Node {
  readonly next: Map<string, Node>
  /** Whether a text ends here. */
  end?: true
}

/** The condition at the end is written once: engines expand its character classes, which takes longer than all else, wherever they stand. */
function group(texts: readonly string[]): string {
  const root: Node = { next: new Map() }
  for (const text of texts) {
    let node = root
    for (const sign of text) {
      const next: Node = node.next.get(sign) ?? { next: new Map() }
      node.next.set(sign, next)
      node = next
    }
    node.end = true
  }
  const uncut = texts.some(text => endsInWord.test(text)) ? `(?:(?<!${wordSign})|(?!${wordSign}))` : ''
  return write(root) + uncut
}

/** Longer texts first: the end of a text is the last of a node's alternatives. */
function write({ next, end }: Node): string {
  const choices = [...next].sort(([a], [b]) => (a < b ? -1 : 1)).map(([sign, node]) => escaped(sign) + write(node))
  if (end === true) choices.push('')
  return choices.length === 1 ? choices.join('') : `(?:${choices.join('|')})`
}
