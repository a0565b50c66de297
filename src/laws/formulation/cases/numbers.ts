/** Compares computed values with the wanted ones. */
import type { ByStep } from '../../../methods/rlanything/formulation/formulation.ts'
import { distinctTexts } from './tables.ts'

export const rounding = 1e-9

/** Alike up to rounding, which grows with the numbers. */
export const near = (a: number, b: number): boolean =>
  Object.is(a, b) || Math.abs(a - b) <= rounding * (1 + Math.max(Math.abs(a), Math.abs(b)))

/** The value of a formula at `index`; NaN if missing, so that a law reports it. */
export const numberAt = (values: ArrayLike<number>, index: number): number => values[index] ?? NaN

/** The first place where two tables of one shape differ; `null` where they do not. */
export function differences(
  found: ByStep,
  expected: ByStep,
): { readonly expected: string; readonly found: string } | null {
  for (const [episode, row] of expected.entries()) {
    for (const [step, value] of row.entries()) {
      const other = found[episode]?.[step] ?? null
      if (value === null ? other === null : other !== null && near(other, value)) continue
      const [wanted, had] = distinctTexts(value, other)
      return { expected: `${wanted} (episode ${episode}, step ${step})`, found: had }
    }
  }
  return null
}

/** The values that are compared with each other; groups of one are left out. */
export function pools(values: ByStep, over: 'step-index' | 'episodes'): readonly (readonly number[])[] {
  const numbers = (row: readonly (number | null | undefined)[]) => row.filter(value => typeof value === 'number')
  const ofEpisodes = numbers(values.map(row => row.find(value => value !== null)))
  if (over === 'episodes') return [ofEpisodes].filter(({ length }) => length > 1)
  const longest = Math.max(0, ...values.map(({ length }) => length))
  return Array.from({ length: longest }, (_, step) => numbers(values.map(row => row[step]))).filter(
    ({ length }) => length > 1,
  )
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

export const isCentred = (values: readonly number[]): boolean =>
  Math.abs(mean(values)) <= 1e-7 * (1 + Math.max(...values.map(Math.abs)))

export const isUnit = (values: readonly number[]): boolean =>
  Math.abs(mean(values.map(value => value ** 2)) - 1) <= 1e-6
