import type { Review } from '../../contracts/worlds/review.ts'
import type { MethodOptions } from '../method.ts'

/** @throws {RangeError} if the world has no questions about answers. */
export function requireReview({ world: { name, review } }: Pick<MethodOptions, 'world'>): Review<unknown> {
  if (review === undefined)
    throw new RangeError(`the method spark asks the policy about its answers, and ${name} has no review`)
  return review
}
