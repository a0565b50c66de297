import type { ArmCurve } from '../../contract/curves.ts'

/** An arm's values at a place. */
interface CurveReading {
  readonly arm: ArmCurve
  /** The place nearest to the one asked for at which it has a value; `null` without. */
  readonly place: number | null
  readonly value: number | null
  readonly error: number | null
  readonly seeds: number
}

/** @param place `null` for the last. */
export function readAt(arm: ArmCurve, place: number | null): CurveReading {
  const { x, y, error, seeds } = arm.mean
  let best = -1
  for (const [index, value] of y.entries()) {
    if (value === null) continue
    const isNearer = place === null || best < 0 || distance(x[index], place) <= distance(x[best], place)
    if (isNearer) best = index
  }
  return {
    arm,
    place: x[best] ?? null,
    value: y[best] ?? null,
    error: error[best] ?? null,
    seeds: seeds[best] ?? 0,
  }
}

const distance = (one: number | undefined, other: number): number => Math.abs((one ?? Infinity) - other)
