/** A task as plain data: a desk, and verifiers of which one is asked for. */
import type { Arrangement } from './arrangement.ts'
import type { DeskData } from './data.ts'
import { holds, type Wish } from './wish.ts'

/** How much of the way is told: nothing, the application, the screen, the control. */
export type HintLevel = 0 | 1 | 2 | 3

export interface DeskTask {
  readonly arrangement: Arrangement
  readonly data: DeskData
  /** Made beforehand, each a list of wishes: an edit may switch to another one, none is ever invented. */
  readonly verifiers: readonly (readonly Wish[])[]
  /** Index of the one that counts. */
  readonly verifier: number
  readonly hint: HintLevel
  /** Steps until an episode is cut off. */
  readonly stepLimit: number
}

export const wishesOf = ({ verifiers, verifier }: DeskTask): readonly Wish[] => verifiers[verifier] ?? []

export const isGranted = (task: DeskTask, data: DeskData): boolean => wishesOf(task).every(wish => holds(wish, data))
