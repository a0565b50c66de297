/** Results of programs, and the scores of a file of them. */
import { mean, standardError } from '../math/statistics.ts'
import type { TestOutcome, TestResult } from '../contracts/worlds/job.ts'

/** Numbers of tests by result. */
export type OutcomeCounts = Readonly<Record<TestOutcome, number>>

export type ProgramScore =
  | {
      readonly kind: 'scored'
      /** Of `tests` tests. */
      readonly passed: number
      readonly tests: number
      readonly outcomes: OutcomeCounts
      /** The first test that it does not pass, from 0, and its error output. */
      readonly failure: { readonly test: number; readonly outcome: TestOutcome; readonly stderr: string } | null
    }
  /** The sandbox failed, not the program: it has no score, and is no 0. */
  | { readonly kind: 'invalid'; readonly reason: string }

export interface ItemScore {
  /** Its `question_id`; `null` if it has none. */
  readonly id: string | null
  readonly index: number
  readonly where: string
  readonly title: string | null
  readonly difficulty: string | null
  /** In the order of the file; empty if no program is for it. */
  readonly programs: readonly ProgramScore[]
}

/** Of all items with a program that was scored. */
export interface ProgramTotals {
  readonly items: number
  readonly programs: number
  /** Programs that pass all tests of their item. */
  readonly solved: number
  /**
   * Mean over the items of the share of their programs that pass all tests; `null` without an item.
   * Source: Chen et al., Evaluating large language models trained on code, 2021, with k = 1.
   */
  readonly passAt1: number | null
  /** Of `passAt1`, over the items; `null` with fewer than two. */
  readonly passAt1Error: number | null
  /** Mean over the items of the mean share of tests that their programs pass; `null` without an item. */
  readonly meanShare: number | null
  readonly outcomes: OutcomeCounts
  /** Programs without a score, for the sandbox failed. */
  readonly invalid: number
}

type Scored = Extract<ProgramScore, { kind: 'scored' }>

/** @param results one for each test, in order. */
export function programScore(results: readonly TestResult[]): Scored {
  const test = results.findIndex(({ outcome }) => outcome !== 'passed')
  const failed = results[test]
  return {
    kind: 'scored',
    passed: results.filter(({ outcome }) => outcome === 'passed').length,
    tests: results.length,
    outcomes: counted(results.map(({ outcome }) => outcome)),
    failure: failed === undefined ? null : { test, outcome: failed.outcome, stderr: failed.stderr },
  }
}

export function programTotals(items: readonly ItemScore[]): ProgramTotals {
  const scored = items.map(({ programs }) => programs.filter(isScored)).filter(programs => programs.length > 0)
  const solved = scored.map(programs => mean(programs.map(program => Number(isSolved(program)))))
  const shares = scored.map(programs => mean(programs.map(passShareOf)))
  const programs = scored.flat()
  return {
    items: scored.length,
    programs: programs.length,
    solved: programs.filter(isSolved).length,
    passAt1: solved.length === 0 ? null : mean(solved),
    passAt1Error: solved.length < 2 ? null : standardError(solved),
    meanShare: shares.length === 0 ? null : mean(shares),
    outcomes: added(programs.map(({ outcomes }) => outcomes)),
    invalid: items.flatMap(item => item.programs).filter(({ kind }) => kind === 'invalid').length,
  }
}

export const isScored = (program: ProgramScore): program is Scored => program.kind === 'scored'

export const isSolved = ({ passed, tests }: Scored): boolean => passed === tests

const passShareOf = ({ passed, tests }: Scored): number => passed / tests

const none: OutcomeCounts = { passed: 0, wrong: 0, error: 0, timeout: 0, memory: 0, 'output-limit': 0 }

export const outcomeNames = Object.keys(none) as readonly TestOutcome[]

const counted = (outcomes: readonly TestOutcome[]): OutcomeCounts =>
  outcomes.reduce((counts, outcome) => ({ ...counts, [outcome]: counts[outcome] + 1 }), none)

export const added = (all: readonly OutcomeCounts[]): OutcomeCounts =>
  all.reduce(
    (sums, counts) =>
      outcomeNames.reduce((so, outcome) => ({ ...so, [outcome]: sums[outcome] + counts[outcome] }), none),
    none,
  )
