/** A task as plain data: a desk, and verifiers of which one is asked for. */
import type { Arrangement } from './arrangement.ts'
import type { DeskData } from './data.ts'
import { holds, type Predicate } from './predicate.ts'

/** How much of the way a hint gives: nothing, the application, the screen, the control. */
export type HintLevel = 0 | 1 | 2 | 3

export interface DeskTask {
  readonly arrangement: Arrangement
  readonly data: DeskData
  /** Made beforehand, each a list of predicates: an edit may switch to another one, or change the one that counts. */
  readonly verifiers: readonly (readonly Predicate[])[]
  /** Index of the one that counts. */
  readonly verifier: number
  readonly hint: HintLevel
  /** Steps until an episode is cut off. */
  readonly stepLimit: number
}

export const predicatesOf = ({ verifiers, verifier }: DeskTask): readonly Predicate[] => verifiers[verifier] ?? []

export const isGranted = (task: DeskTask, data: DeskData): boolean =>
  predicatesOf(task).every(predicate => holds(predicate, data))
