/** Range and ticks of an axis. */
export interface Axis {
  readonly low: number
  readonly high: number
  /** Ascending, within [low, high]. */
  readonly ticks: readonly number[]
}

/**
 * An axis over round numbers that holds all values.
 * @param values at least one, finite.
 * @param maxTicks marks at most, at least 2.
 */
export function axisOver(values: readonly number[], maxTicks = 5): Axis {
  const [least, greatest] = extentOf(values)
  const step = roundStep(width(least, greatest) / (maxTicks - 1))
  const low = Math.floor(least / step + 1e-9) * step
  const count = Math.max(1, Math.ceil((greatest - low) / step - 1e-9))
  const ticks = Array.from({ length: count + 1 }, (_, index) => Number((low + index * step).toPrecision(12)))
  return { low: ticks[0] ?? low, high: ticks.at(-1) ?? low + step, ticks }
}

/** The least and the greatest value, of however many; ∞ and −∞ of none. */
export function extentOf(values: readonly number[]): readonly [least: number, greatest: number] {
  let [least, greatest] = [Infinity, -Infinity]
  for (const value of values) [least, greatest] = [Math.min(least, value), Math.max(greatest, value)]
  return [least, greatest]
}

/** For nearly equal values, their magnitude; for 0, 1. */
function width(least: number, greatest: number): number {
  const size = Math.max(Math.abs(least), Math.abs(greatest))
  if (size < 1e-12) return 1
  return greatest - least > size * 1e-9 ? greatest - least : size
}

/** The least of 1, 2, 5 times a power of ten that is not below `size`. */
function roundStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size))
  const digit = [1, 2, 5, 10].find(each => each * power >= size * (1 - 1e-9)) ?? 10
  return digit * power
}
