/** A task as plain data: what the program has to do, how that is said, and the tests that it must pass. */
import type { Pipeline } from './pipeline.ts'

/** A list and what the reference program prints of it, both as text. */
export interface ListTest {
  /** Digits between single spaces. */
  readonly input: string
  readonly output: string
}

/** Something said that asks for nothing. */
export interface Distractor {
  /** The clause before which it is said; the number of clauses: after the last. */
  readonly before: number
  /** Index of what is said. */
  readonly way: number
}

export interface Wording {
  /** Whether the clauses are said; else the examples must do. */
  readonly inWords: boolean
  /** [clauses] index of the way in which each is said. */
  readonly clauses: readonly number[]
  /** Index of the way in which the output is said. */
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
  /** Clauses and outputs that are said in a rare or held-out way. */
  readonly unusual: number
  readonly distractors: number
  readonly longest: number
  /** Examples that are not shown, of 3. */
  readonly examplesMissing: number
  /** 1 if only the examples say what to do. */
  readonly unsaid: number
}
