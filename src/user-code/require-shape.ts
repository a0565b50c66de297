import type { Shape } from './shape.ts'
import { shownValue } from './shown.ts'

/** @throws {RangeError} naming the option, the value found and the value wanted. */
export function requireShape(verb: string, { wrongIn }: Shape, options: unknown): void {
  const wrong = wrongIn(options)
  if (wrong === null) return
  const what = wrong.path === '' ? `the options of ${verb}` : `${wrong.path} of ${verb}`
  throw new RangeError(`${what} must be ${wrong.wanted}, got ${shownValue(wrong.found)}`)
}
