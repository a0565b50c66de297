/** The nested lists that PDDL is written in. */

/** A word, or a list of such. */
export type Expression = string | readonly Expression[]

/** Reads the one list that a text holds; comments run from `;` to the end of the line. @throws {RangeError} saying where it breaks. */
export function readExpression(text: string): readonly Expression[] {
  const words = text.replace(/;[^\n]*/g, '').match(/[()]|[^\s()]+/g) ?? []
  const open: Expression[][] = [[]]
  for (const [index, word] of words.entries()) {
    if (word === '(') open.push([])
    else if (word !== ')') open.at(-1)!.push(word)
    else {
      const done = open.pop()!
      if (open.length === 0) throw new RangeError(`pddl_problem: word ${index} closes a list that was never opened`)
      open.at(-1)!.push(done)
    }
  }
  const [whole] = open[0]!
  if (open.length > 1)
    throw new RangeError(`pddl_problem: ${open.length - 1} lists are never closed; the file may be cut off`)
  if (open[0]!.length !== 1 || whole === undefined || typeof whole === 'string')
    throw new RangeError('pddl_problem: must be one list, (define (problem …) …)')
  return whole
}

/** Every list inside of `expression`, itself too, that starts with a word and has only words. */
export function flatLists(expression: Expression): readonly (readonly string[])[] {
  if (typeof expression === 'string') return []
  const words = expression.filter(part => typeof part === 'string')
  return words.length === expression.length && words.length > 0 ? [words] : expression.flatMap(flatLists)
}
