import { InvalidArgumentError } from 'commander'

/** Iterations from the first to the last, both included. */
export interface IterationRange {
  readonly first: number
  readonly last: number
}

/** Reads `12` or `1-10`. @throws {InvalidArgumentError} naming the text given. */
export function iterationRange(text: string): IterationRange {
  const [first = NaN, last = first, ...more] = text
    .split('-')
    .map(part => (/^\d{1,7}$/.test(part) ? Number(part) : NaN))
  if (first >= 1 && last >= first && more.length === 0) return { first, last }
  throw new InvalidArgumentError(`it must be an iteration or a range such as 1-10, got ${text}`)
}
