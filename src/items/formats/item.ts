import type { Test } from '../../contracts/worlds/job.ts'

/** The format of a file decides how its programs are graded. */
export type ItemFormat = 'rlanything' | 'livecodebench'

/** A programming task with its tests, from a file. */
export interface Item {
  readonly format: ItemFormat
  /** Its `question_id`; `null` if it has none. */
  readonly id: string | null
  readonly title: string | null
  readonly difficulty: string | null
  readonly question: string
  /** The text that a program should begin with; '' if that is free. */
  readonly starterCode: string
  /** Name of the function to call; `null` where a program reads and prints. */
  readonly functionName: string | null
  /** At least one, in the order of the file; LiveCodeBench's public ones first. */
  readonly tests: readonly Test[]
  /** For one test. */
  readonly timeMs: number
}

/** Something of a file that cannot be used, and why. */
export interface Refusal {
  readonly file: 'items' | 'programs'
  /** `line 3`, or `item 3` of a list. */
  readonly where: string
  /** From 0, as programs name an item that has no `question_id`. */
  readonly index: number
  /** `question_id` as far as there is one. */
  readonly id: string | null
  /** One line a problem: the field, the value wanted, the value found. */
  readonly reason: string
}
