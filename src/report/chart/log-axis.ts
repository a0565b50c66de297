import { extentOf, type Axis } from './axis.ts'

/** Powers of ten below it count as 0. */
const smallest = 1e-300

/**
 * A logarithmic axis over round numbers that holds all values above 0, those below 1e-300 as if they were that.
 *
 * @param values at least one above 0.
 */
export function logAxisOver(values: readonly number[]): Axis {
  const above = values.filter(value => value > 0).map(value => Math.max(value, smallest))
  const [least, greatest] = extentOf(above)
  const low = floorTick(least)
  const high = ceilTick(Math.max(greatest, low * 1.01))
  return { low, high, ticks: logTicks(low, high) }
}

const digits = [1, 2, 5, 10]

function floorTick(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return power * (digits.findLast(digit => digit * power <= value * (1 + 1e-9)) ?? 1)
}

function ceilTick(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return power * (digits.find(digit => digit * power >= value * (1 - 1e-9)) ?? 10)
}

/** Powers of ten; over a short range 1, 2 and 5 times these; over a long one not every power. */
function logTicks(low: number, high: number): readonly number[] {
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))]
  const step = Math.max(1, Math.ceil((last - first) / 6))
  const parts = last - first <= 2 ? [1, 2, 5] : [1]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    .filter(power => (power - first) % step === 0)
    .flatMap(power => parts.map(part => Number((part * 10 ** power).toPrecision(3))))
    .filter(tick => tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9))
}
