/** Measures that are ratios of sums over units (episodes, tasks), and the error of their difference on the same units. */
import { mean } from '../math/statistics.ts'
import { nth } from '../math/nth.ts'

/** One ratio of sums, Σ numerators / Σ denominators, as a term of a measure. */
export interface RatioOfSums {
  /** Factor of the ratio in the measure: ½ twice for a mean of two ratios. */
  readonly weight: number
  /** [n] one a unit. */
  readonly numerators: readonly number[]
  /** [n] counts; 0 for a unit without anything. Whole numbers, so that sums are exact. */
  readonly denominators: readonly number[]
}

/**
 * Σₖ weightₖ · Σᵢ numeratorsₖᵢ / Σᵢ denominatorsₖᵢ.
 *
 * @returns `null` where nothing was counted in one of the ratios.
 */
export const sumOfRatios = (terms: readonly RatioOfSums[]): number | null => without(terms.map(totals), () => nothing)

/**
 * Standard error of after − before, where both are such measures of the same units, by deleting one unit at a time from both:
 * √((n − 1)/n Σ (θ₍ᵢ₎ − θ̄)²) with θ₍ᵢ₎ the difference without unit i. Of means (all denominators 1) it is s/√n of the differences by
 * unit. Units of which nothing was counted, neither before nor after, are not among the n.
 * Source: Efron & Tibshirani, An Introduction to the Bootstrap (1993), eq. 11.5.
 *
 * @returns in the unit of the measure; `null` with fewer than 2 units, and where one unit is all there is of a ratio.
 * @throws {RangeError} if there are not as many units everywhere.
 */
export function ratioDifferenceError(before: readonly RatioOfSums[], after: readonly RatioOfSums[]): number | null {
  const counted = countedUnits([...before, ...after])
  if (counted.length < 2) return null
  const sums = { before: before.map(totals), after: after.map(totals) }
  const differences: number[] = []
  for (const unit of counted) {
    const of = (terms: readonly RatioOfSums[]) => (term: number) => ({
      numerator: nth(nth(terms, term).numerators, unit),
      denominator: nth(nth(terms, term).denominators, unit),
    })
    const from = without(sums.before, of(before))
    const to = without(sums.after, of(after))
    if (from === null || to === null) return null
    differences.push(to - from)
  }
  const centre = mean(differences)
  const squares = differences.reduce((sum, difference) => sum + (difference - centre) ** 2, 0)
  return Math.sqrt(((counted.length - 1) / counted.length) * squares)
}

interface Totals extends Pick<RatioOfSums, 'weight'> {
  readonly numerator: number
  readonly denominator: number
}

type Part = Pick<Totals, 'numerator' | 'denominator'>

const nothing: Part = { numerator: 0, denominator: 0 }

const totals = ({ weight, numerators, denominators }: RatioOfSums): Totals => ({
  weight,
  numerator: numerators.reduce((sum, value) => sum + value, 0),
  denominator: denominators.reduce((sum, value) => sum + value, 0),
})

/** The measure without that part of each term; `null` where nothing is left to divide by. */
function without(terms: readonly Totals[], part: (term: number) => Part): number | null {
  let sum = 0
  for (const [index, { weight, numerator, denominator }] of terms.entries()) {
    const left = part(index)
    if (denominator === left.denominator) return null
    sum += (weight * (numerator - left.numerator)) / (denominator - left.denominator)
  }
  return sum
}

/** Units that count in any of the ratios. */
function countedUnits(terms: readonly RatioOfSums[]): readonly number[] {
  const [first] = terms
  if (first === undefined) return []
  const units = first.denominators.length
  for (const { numerators, denominators } of terms)
    for (const { length } of [numerators, denominators])
      if (length !== units) throw new RangeError(`every ratio must have ${units} units, got ${length}`)
  return first.denominators.flatMap((_, unit) =>
    terms.some(({ denominators }) => nth(denominators, unit) !== 0) ? [unit] : [],
  )
}
