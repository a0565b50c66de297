/** A difference of two measurements of the same things, with its standard error where pairs give one. */
export interface Difference {
  /** After less before. */
  readonly value: number
  /** In the same unit; `null` where the pairs are not known. */
  readonly error: number | null
}

/**
 * Beyond two standard errors: in 19 of 20 comparisons of things that do not differ, it is not. An error of 0 is that of pairs that all
 * differ by the same, which may be a few: nothing is known of their spread.
 */
export const isClear = ({ value, error }: Difference): boolean =>
  error !== null && error > rounding * Math.abs(value) && Math.abs(value) > 2 * error

/** Errors below this part of the difference are 0. */
const rounding = 1e-12
