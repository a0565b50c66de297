/** A task as plain data: the program's work, its wording, and the tests that it must pass. */
import type { Pipeline } from './pipeline.ts'

/** A list and the reference program's output for it, both as text. */
export interface ListTest {
  /** Digits between single spaces. */
  readonly input: string
  readonly output: string
}

/** A sentence that asks for nothing. */
export interface Distractor {
  /** The clause it precedes; the number of clauses: after the last. */
  readonly before: number
  /** Index of the sentence. */
  readonly way: number
}

export interface Wording {
  /** Whether the clauses are in words; else the examples must do. */
  readonly inWords: boolean
  /** [clauses] index of each one's wording. */
  readonly clauses: readonly number[]
  /** Index of the output's wording. */
  readonly output: number
  /** In the order of their places. */
  readonly distractors: readonly Distractor[]
}

export interface CodingTask extends Pipeline {
  readonly wording: Wording
  /** Tests that are shown. */
  readonly examples: readonly ListTest[]
  /** Shortest and longest list that the program is tried on. */
  readonly lengths: readonly [number, number]
  /** Tests that are hidden. */
  readonly tests: readonly ListTest[]
}

/** Everything that makes a task hard, counted; more of any is harder. */
export interface Difficulty {
  readonly clauses: number
  /** Sum of the clauses' numbers. */
  readonly numbers: number
  /** Clauses and outputs in a rare or held-out wording. */
  readonly unusual: number
  readonly distractors: number
  readonly longest: number
  /** Examples that are not shown, of 3. */
  readonly examplesMissing: number
  /** 1 if only the examples say what to do. */
  readonly unsaid: number
}
