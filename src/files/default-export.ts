/** Imports a user's module and calls its default export, which makes a world or an objective. */
import { asError } from '../contracts/failure.ts'
import { importModule } from '../contracts/import-module.ts'
import { frameIn, named, type Author } from '../user-code/author-frame.ts'
import { guarded } from '../user-code/guarded.ts'
import { settled, type Shape } from '../user-code/shape.ts'
import { describeValue } from '../user-code/describe-value.ts'

interface Making {
  /** URL of the module. */
  readonly module: string
  /** The kind of value that its default export makes, e.g. `world`: for errors. */
  readonly makes: string
  /** The shape of that value. */
  readonly shape: Shape
}

/**
 * Calls the default export of a module with the given options.
 *
 * @throws {RangeError} if the module cannot be loaded, has no default function, or makes something of another shape; or
 *   the error by which it refuses its options.
 * @throws {FailedError} of kind `user-code` if its default function throws anything else.
 */
export async function makeFrom({ module, makes, shape }: Making, ...given: readonly unknown[]): Promise<unknown> {
  const file = named(module)
  const author = { name: `the ${makes} ${file}`, module }
  const { default: factory } = await loadedExports(author)
  if (typeof factory !== 'function')
    throw new RangeError(`${file} has no default export that makes ${article(makes)} ${makes}`)
  const work = factory as (...given: readonly unknown[]) => unknown
  const made = guarded(author, { part: 'its default function', gives: settled, refuses: true }, work)(...given)
  const wrong = shape.wrongIn(made)
  if (wrong === null) return made
  const { path, wanted, found } = wrong
  const what = path === '' ? 'it' : path
  throw new RangeError(`what ${file} makes is no ${makes}: ${what} must be ${wanted}, got ${describeValue(found)}`)
}

const article = (noun: string): string => (/^[aeiou]/.test(noun) ? 'an' : 'a')

/** The exports of a module. @throws {RangeError} with the place in the author's file, if it cannot be loaded. */
export async function loadedExports(author: Author & { readonly module: string }): ReturnType<typeof importModule> {
  try {
    return await importModule(author.module)
  } catch (thrown) {
    const { message, stack } = asError(thrown)
    const place = frameIn(author, stack)
    const where = place === null ? '' : ` (${place})`
    throw new RangeError(`${author.name} cannot be loaded: ${message}${where}`, { cause: thrown })
  }
}
