import { inThisRealm, sameData } from '../../contracts/same-data.ts'
import { firstDifference } from './first-difference.ts'

/** A property that does not hold of a case. The message is what was found. */
export class Unmet extends Error {
  /** Where the law does not say it by itself. */
  readonly expected: string | null

  constructor(found: string, expected: string | null = null) {
    super(found)
    this.expected = expected
  }
}

/** Fails the property it is called in. */
export function must(holds: boolean, found: string): void {
  if (!holds) throw new Unmet(found)
}

/** @param what is compared, in a few words. */
export function equal(actual: unknown, expected: unknown, what = 'it'): void {
  if (sameData(actual, expected)) return
  const difference = firstDifference(inThisRealm(expected), inThisRealm(actual))
  if (difference === null) throw new Unmet(`${what} is of another class, or has other parts that cannot be listed`)
  const { path, expected: wanted, found } = difference
  const place = path === '' ? what : `${path} of ${what}`
  throw new Unmet(`${place} is ${found}`, `${place} is ${wanted}`)
}
