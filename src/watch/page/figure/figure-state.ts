import type { Curves } from '../../contract/curves.ts'
import type { Measure } from '../../../contracts/measure.ts'
import type { SharedCursor } from '../chart/cursor.ts'

export interface FigureOptions {
  readonly measure: Measure
  readonly cursor: SharedCursor
  readonly onZoom: (zoom: readonly [number, number] | null) => void
  readonly onLog: (isLog: boolean) => void
  readonly onPin: (isPinned: boolean) => void
  /** A place was chosen: its episodes are wanted. */
  readonly onPlace: (place: number) => void
}

export interface FigureState {
  readonly curves: Curves
  readonly isLog: boolean
  readonly isPinned: boolean
  readonly zoom: readonly [number, number] | null
  /** Ids of the runs drawn. */
  readonly runs: readonly string[]
}
