/** A difference of two measurements of the same things, with its standard error where pairs give one. */
export interface Difference {
  /** After less before. */
  readonly value: number
  /** In the same unit; `null` where the pairs are not known. */
  readonly error: number | null
}

/** Beyond two standard errors: in 19 of 20 comparisons of things that do not differ, it is not. */
export const isClear = ({ value, error }: Difference): boolean => error !== null && Math.abs(value) > 2 * error
