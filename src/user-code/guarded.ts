/** Calls of a user's code: its errors and its invalid results are attributed to it. */
import { framesOf, type Failure } from '../contracts/failure.ts'
import { FailedError } from '../runtime/errors/failed-error.ts'
import { isAuthors, placeOf, type Author } from './author-frame.ts'
import { isPromise, type Shape, type Wrong } from './shape.ts'
import { describeValue } from './describe-value.ts'
import { isError, isRangeError } from '../contracts/built-in-error.ts'

interface Guard {
  /** E.g. `step`. */
  readonly part: string
  /** The shape of its result. */
  readonly gives: Shape
  /** Whether a `RangeError` refuses its arguments, and passes unchanged. */
  readonly refuses?: boolean
}

/**
 * The same function, returning only valid results.
 *
 * @throws {FailedError} of kind `user-code`, naming the author, the part, and the place in the author's file.
 */
export const guarded =
  <Given extends readonly unknown[], Result>(
    author: Author,
    { part, gives, refuses = false }: Guard,
    work: (...given: Given) => Result,
  ): ((...given: Given) => Result) =>
  (...given) => {
    let result: Result
    try {
      result = work(...given)
    } catch (thrown) {
      throw refuses && isRangeError(thrown) ? thrown : blamed(author, part, thrown)
    }
    const wrong = gives.wrongIn(result)
    if (wrong !== null) throw invalidResult(author, part, wrong)
    return result
  }

/** An error of the user's code, attributed to it. One that is attributed already stays as it is. */
export function blamed(author: Author, part: string, thrown: unknown): FailedError {
  if (thrown instanceof FailedError) return thrown
  if (!isError(thrown)) return failed(author, `${part} threw: ${describeValue(thrown)}`, { cause: thrown })
  const { name, message, stack = '' } = thrown
  const what = name === 'Error' ? message : `${name}: ${message}`
  return failed(author, `${part} threw: ${what}`, { stack: above(author, stack), cause: thrown })
}

/** An invalid result of the user's code. */
export function invalidResult(author: Author, part: string, { path, wanted, found }: Wrong): FailedError {
  const as = path === '' ? '' : `${path} as `
  if (!isPromise(found)) return failed(author, `${part} must give ${as}${wanted}, got ${describeValue(found)}`)
  /* It is not awaited: a rejection must not end the thread. */
  found.then(undefined, () => {})
  return failed(author, `${part} gave ${as}a Promise, but must give ${wanted} at once: it cannot be async`)
}

/** Another error of an author's code. */
export function failed(
  author: Author,
  what: string,
  { stack = '', cause }: { readonly stack?: string; readonly cause?: unknown } = {},
): FailedError {
  const place = placeOf(author, stack)
  const known = place === null || author.name.endsWith(place)
  const reason = `${author.name}: ${what}${known ? '' : ` (${place})`}`
  const failure: Failure = { kind: 'user-code', reason, stack }
  const error = new FailedError(failure, { cause })
  /* The way to where it was caught tells nothing. */
  if (stack !== '')
    error.stack = [`${error.name}: ${reason}`, ...framesOf(stack).map(frame => `    ${frame}`)].join('\n')
  return error
}

/** The part of a stack that lies above the call, of the author's files: what lies below it is how a run calls. */
function above(author: Author, stack: string): string {
  const lines = stack.split('\n')
  const call = lines.findIndex(line => /[\\/]src[\\/]user-code[\\/]guarded\.[jt]s:/.test(line))
  return (call === -1 ? lines : lines.slice(0, call)).filter(line => isAuthors(author, line)).join('\n')
}
