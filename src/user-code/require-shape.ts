import { notTaken } from '../text/nearest.ts'
import { record, type Shape } from './shape.ts'
import { describeValue } from './describe-value.ts'

/** @throws {RangeError} naming the option, the value found and the value wanted. */
export function requireShape(verb: string, { wrongIn }: Shape, options: unknown): void {
  const wrong = wrongIn(options)
  if (wrong === null) return
  const what = wrong.path === '' ? `the options of ${verb}` : `${wrong.path} of ${verb}`
  throw new RangeError(`${what} must be ${wrong.wanted}, got ${describeValue(wrong.found)}`)
}

/** As `requireShape`, of options that are all named. @throws {RangeError} for one of another name, with the one that was meant. */
export function requireOptions(verb: string, parts: Readonly<Record<string, Shape>>, options: object): void {
  requireShape(verb, record(parts), options)
  const known = Object.keys(parts)
  const other = Object.keys(options).find(name => !known.includes(name))
  if (other !== undefined) throw new RangeError(notTaken(verb, other, known))
}
