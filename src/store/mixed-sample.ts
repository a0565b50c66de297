import { derive, type Key } from '../math/random.ts'
import type { Numbers, RowShape, RowsOf } from './row-shape.ts'
import type { RowStore } from './row-store.ts'

interface MixedSample {
  readonly key: Key
  readonly count: number
  /** Of rows that are drawn from the first store, in [0, 1], rounded to whole rows; from the other, if one is empty. */
  readonly share: number
}

/**
 * Rows of two stores of one shape, drawn uniformly from each: those of the first, then those of the second.
 * Source: Ball et al., Efficient online reinforcement learning with offline data (2023), section 4.1 (a share of one half).
 *
 * @throws {RangeError} as `sample`, or if the share is out of range.
 */
export function mixedSample<const Shape extends RowShape>(
  [first, second]: readonly [RowStore<Shape>, RowStore<Shape>],
  { key, count, share }: MixedSample,
): RowsOf<Shape> {
  if (!(share >= 0 && share <= 1)) throw new RangeError(`share must be in [0, 1], got ${share}`)
  const wanted = first.rows === 0 ? 0 : second.rows === 0 ? count : Math.round(share * count)
  const of = (store: RowStore<Shape>, place: number, rows: number) => store.sample(derive(key, place), rows)
  /* Whatever the shape is, its rows are numbers by column. */
  const columnsOf = (rows: RowsOf<Shape>) => Object.entries(rows as Readonly<Record<string, Numbers>>)
  if (wanted === count) return of(first, 0, count)
  if (wanted === 0) return of(second, 1, count)
  const others = new Map(columnsOf(of(second, 1, count - wanted)))
  const joined = columnsOf(of(first, 0, wanted)).map(([name, values]) => {
    const more = others.get(name) ?? []
    const all = new (values.constructor as new (length: number) => Numbers)(values.length + more.length)
    all.set(values)
    all.set(more, values.length)
    return [name, all] as const
  })
  /* Both stores are of this shape. */
  return Object.fromEntries(joined) as RowsOf<Shape>
}
