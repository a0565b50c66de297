import type { ExecutionContext } from 'ava'

/** Numbers nested to any depth. */
export type Nested = number | readonly Nested[]

/** Holds every number of `actual` to its place in `expected`, to within `tolerance` absolutely. */
export function near(t: ExecutionContext, actual: Nested, expected: Nested, tolerance = 1e-9): void {
  const distance = distanceOf(actual, expected)
  t.true(distance <= tolerance, `differs by ${distance}, more than ${tolerance}`)
}

function distanceOf(actual: Nested, expected: Nested): number {
  if (typeof actual === 'number' || typeof expected === 'number')
    return typeof actual === 'number' && typeof expected === 'number' ? Math.abs(actual - expected) : Infinity
  if (actual.length !== expected.length) return Infinity
  return Math.max(0, ...actual.map((value, index) => distanceOf(value, expected[index]!)))
}
