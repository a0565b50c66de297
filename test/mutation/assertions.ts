import { compare } from 'concordance'

/** The errors that `throws` and `throwsAsync` accept. */
interface Expectation {
  readonly instanceOf?: new (...parts: never[]) => Error
  readonly name?: string
  readonly message?: string | RegExp | ((message: string) => boolean)
}
type Asynchronous = PromiseLike<unknown> | (() => PromiseLike<unknown>)

/**
 * The assertions of AVA that the tests of the pure rooms use. As in AVA, one that failed fails its test even if its error was
 * caught, and a test without any fails.
 */
export class Assertions {
  readonly #undone: (() => unknown)[] = []
  #failure: Error | undefined
  #count = 0

  pass = (): void => this.#hold(true, '')
  fail = (message = 'failed'): void => this.#hold(false, message)
  log = (): void => {}
  true = (actual: unknown, message = 'not true'): void => this.#hold(actual === true, message)
  false = (actual: unknown, message = 'not false'): void => this.#hold(actual === false, message)
  is = (actual: unknown, expected: unknown): void =>
    this.#hold(Object.is(actual, expected), `${String(actual)} is not ${String(expected)}`)
  not = (actual: unknown, other: unknown): void => this.#hold(!Object.is(actual, other), `both are ${String(actual)}`)
  regex = (text: string, pattern: RegExp): void =>
    this.#hold(pattern.test(text), `${text} does not match ${String(pattern)}`)
  deepEqual = (actual: unknown, expected: unknown): void =>
    this.#hold(compare(actual, expected).pass, 'not deeply equal')
  like = (actual: unknown, selector: object): void =>
    this.#hold(compare(selected(actual, selector), selector).pass, 'not alike')

  throws = (work: () => unknown, expectation: Expectation = {}): unknown => {
    try {
      work()
    } catch (error) {
      return this.#expected(error, expectation)
    }
    this.fail('nothing was thrown')
    return undefined
  }
  notThrows = (work: () => unknown): void => {
    try {
      work()
    } catch (error) {
      this.fail(`thrown was ${String(error)}`)
    }
    this.pass()
  }
  throwsAsync = async (work: Asynchronous, expectation: Expectation = {}): Promise<unknown> => {
    try {
      await (typeof work === 'function' ? work() : work)
    } catch (error) {
      return this.#expected(error, expectation)
    }
    this.fail('nothing was thrown')
    return undefined
  }
  notThrowsAsync = async (work: Asynchronous): Promise<void> => {
    try {
      await (typeof work === 'function' ? work() : work)
    } catch (error) {
      this.fail(`thrown was ${String(error)}`)
    }
    this.pass()
  }

  teardown = (work: () => unknown): void => void this.#undone.unshift(work)

  async run(body: (t: Assertions) => unknown): Promise<void> {
    try {
      await body(this)
    } finally {
      for (const work of this.#undone) await work()
    }
    if (this.#failure !== undefined) throw this.#failure
    if (this.#count === 0) throw new Error('the test asserts nothing')
  }

  #hold(holds: boolean, message: string): void {
    this.#count += 1
    if (holds) return
    const error = new Error(message)
    this.#failure ??= error
    throw error
  }

  #expected(error: unknown, { instanceOf = Error, name, message }: Expectation): unknown {
    this.#hold(error instanceof instanceOf, `thrown was ${String(error)}`)
    if (!(error instanceof instanceOf)) return undefined
    if (name !== undefined) this.is(error.name, name)
    if (typeof message === 'string') this.is(error.message, message)
    else if (typeof message === 'function') this.true(message(error.message))
    else if (message !== undefined) this.regex(error.message, message)
    return error
  }
}

/** The parts of a value that a selector names, at any depth. */
function selected(actual: unknown, selector: unknown): unknown {
  if (!isNest(selector) || !isNest(actual)) return actual
  const parts = Object.keys(selector).map(key => [key, selected(actual[key], selector[key])] as const)
  return Array.isArray(selector) ? parts.map(([, part]) => part) : Object.fromEntries(parts)
}

const isNest = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype || value instanceof Error)
