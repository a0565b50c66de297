/** The nested lists that PDDL is written in. */
import { lastOf } from '../../../src/math/last-of.ts'

/** A word, or a list of such. */
export type Expression = string | readonly Expression[]

/** Reads the one list that a text holds; comments run from `;` to the end of the line. @throws {RangeError} saying where it breaks. */
export function readExpression(text: string): readonly Expression[] {
  const words = text.replace(/;[^\n]*/g, '').match(/[()]|[^\s()]+/g) ?? []
  const closed: Expression[] = []
  const open: Expression[][] = [closed]
  for (const [index, word] of words.entries()) {
    if (word === '(') open.push([])
    else if (word !== ')') lastOf(open).push(word)
    else {
      const done = open.pop()
      if (done === undefined || open.length === 0)
        throw new RangeError(`pddl_problem: word ${index} closes a list that was never opened`)
      lastOf(open).push(done)
    }
  }
  const [whole] = closed
  if (open.length > 1)
    throw new RangeError(`pddl_problem: ${open.length - 1} lists are never closed; the file may be cut off`)
  if (closed.length !== 1 || whole === undefined || typeof whole === 'string')
    throw new RangeError('pddl_problem: must be one list, (define (problem …) …)')
  return whole
}

/** Every list inside of `expression`, itself too, that starts with a word and has only words. */
export function flatLists(expression: Expression): readonly (readonly string[])[] {
  if (typeof expression === 'string') return []
  const words = expression.filter(part => typeof part === 'string')
  return words.length === expression.length && words.length > 0 ? [words] : expression.flatMap(flatLists)
}
