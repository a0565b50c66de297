/**
 * A quantity of a run, defined once: its values are checked, written, drawn, explained and compared by this. Plain data, which a run keeps.
 */
export interface Measure {
  /** By which lines of metrics, plans and pages name it, e.g. `probe.outcome`. */
  readonly id: string
  readonly title: string
  /** In a sentence. */
  readonly about: string
  /** Left out of shares, counts and other plain numbers. */
  readonly unit?: string
  /** How values are written; and which are possible: percentages in [0, 1], counts whole from 0, milliseconds from 0. */
  readonly format: MeasureFormat
  /** Bounds of values, inclusive, where the format has none. */
  readonly least?: number
  readonly most?: number
  /** Title of its part of a page. */
  readonly section: string
  /** Title of the figure that it shares with others of its section; left out, it has a separate one. */
  readonly chart?: string
  /** A value to compare with, drawn in its figure. */
  readonly mark?: { readonly y: number; readonly name: string }
  /** Title of its column in the progress display; of several the first is shown that has a value. */
  readonly column?: string
  /** In the tables of before and after: a row, in the report also shown large. */
  readonly summary?: 'row' | 'card'
  /** Measured on fixed tasks in evaluations; counted since the run began; left out, a value of each iteration. */
  readonly of?: 'evaluation' | 'run'
  /** Computed where it is drawn, and in no line. */
  readonly isDerived?: true
  /** Of a health check. */
  readonly health?: HealthBounds
}

/** Shares are percentages. */
export type MeasureFormat = 'percent' | 'decimal' | 'count' | 'milliseconds'

export interface HealthBounds {
  /** From here on it is `near`, and `beyond`. */
  readonly bounds: readonly [near: number, beyond: number]
  /** Which side of the bounds is bad. */
  readonly bad: 'above' | 'below'
  /** Of the value now: as it is, by the median of the run so far, or by its beginning. */
  readonly relativeTo?: 'median' | 'beginning'
  /** The meaning of a bad value, in one sentence. */
  readonly meaning: string
}

/** Of a health check. `unknown`: nothing was measured. */
export type HealthLevel = 'fine' | 'near' | 'beyond' | 'unknown'

/** @param value as the bounds take it. */
export function healthLevel(value: number | null, { bounds: [near, beyond], bad }: HealthBounds): HealthLevel {
  if (value === null) return 'unknown'
  const passed = (bound: number): boolean => (bad === 'above' ? value >= bound : value <= bound)
  return passed(beyond) ? 'beyond' : passed(near) ? 'near' : 'fine'
}

/** By id; `null` where there was nothing to measure. */
export type MeasuredValues = Readonly<Record<string, number | null>>

export type MeasureTable<Name extends string> = Readonly<Record<Name, Omit<Measure, 'id' | 'section' | 'of'>>>

/** The measures of a table by name, all of one section. @param prefix of their ids; empty for none. */
export const measuresOf = <Name extends string>(
  table: MeasureTable<Name>,
  { prefix = '', ...common }: Pick<Measure, 'section' | 'of'> & { readonly prefix?: string },
): readonly Measure[] =>
  Object.entries<MeasureTable<Name>[Name]>(table).map(([name, measure]) => ({
    id: `${prefix}${name}`,
    ...measure,
    ...common,
  }))

/** Values by id, of values by name. */
export const prefixed = <Value>(
  prefix: string,
  values: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]))

/** The condition that a value breaks; `null` if none. */
export function wantedOf({ format, least, most }: Measure, value: number | null): string | null {
  if (value === null) return null
  const bounds = {
    least: least ?? (format === 'decimal' ? -Infinity : 0),
    most: most ?? (format === 'percent' ? 1 : Infinity),
  }
  const isWhole = format !== 'count' || Number.isInteger(value)
  if (Number.isFinite(value) && isWhole && value >= bounds.least && value <= bounds.most) return null
  return `${format === 'count' ? 'a whole number' : 'a finite number'} in [${bounds.least}, ${bounds.most}] or null`
}

/** @throws {RangeError} naming the first value that is of none of the measures or does not fit its own. @param whose the method. */
export function requireFitting(measures: readonly Measure[], values: MeasuredValues, whose: string): void {
  const known = new Map(measures.map(measure => [measure.id, measure]))
  for (const [id, value] of Object.entries(values)) {
    const measure = known.get(id)
    if (measure === undefined)
      throw new RangeError(`measures of ${whose} must be among ${[...known.keys()].join(', ') || 'none'}, got ${id}`)
    const wanted = wantedOf(measure, value)
    if (wanted !== null) throw new RangeError(`measure ${id} of ${whose} must be ${wanted}, got ${value}`)
  }
}
