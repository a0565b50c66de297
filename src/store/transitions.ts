/** Steps of continuous worlds, one a row: the form of offline data. */
import type { RowsOf } from './row-shape.ts'

export interface TransitionSizes {
  /** Numbers an observation has. */
  readonly observation: number
  /** Numbers an action has. */
  readonly action: number
}

export const transitionShape = ({ observation, action }: TransitionSizes) =>
  ({
    observation: { type: 'float32', size: observation },
    action: { type: 'float32', size: action },
    reward: 'float32',
    /** One of `endings`. */
    ending: 'uint8',
    nextObservation: { type: 'float32', size: observation },
  }) as const

/** In the order in which they happened, each episode after the one before it. */
export type Transitions = RowsOf<ReturnType<typeof transitionShape>>
