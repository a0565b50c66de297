/** A critic that runs programs on tests: the hidden ones of a task, and those that the reward model wrote. Pure. */
import { shareOf } from '../../math/statistics.ts'
import { mostCommon } from '../critique.ts'
import type { CriticSummary } from '../../contracts/worlds/critic-summary.ts'

/** One program as the hidden tests saw it. */
export interface CriticProgram {
  /** Whether it passes all of them. */
  readonly correct: boolean
  /** Share of them that it passes, in [0, 1]. */
  readonly score: number
  /** Its criticism, in the words of the world's labels. */
  readonly reason: string
}

/** One test that the reward model wrote. */
interface CriticTest {
  readonly text: string
  /** [programs] whether each passes it; `null` if it was not tried. */
  readonly passes: readonly boolean[] | null
}

/**
 * Hidden tests condemn a program that fails one of them; tests that say the same are one line.
 * Source: RLAnything, arXiv 2602.02488, environment adaptation of the coding variant: pass shares, of real and of
 * generated tests. Departure: the criticism of a program is the world's label of it.
 */
export function summariseTests(programs: readonly CriticProgram[], tests: readonly CriticTest[]): CriticSummary {
  const condemned = programs.filter(({ correct }) => !correct)
  const ofPrograms = programs.map(
    ({ correct, score, reason }, index) =>
      `${correct ? ' ' : '✗'} program ${index + 1} passes ${percent(score)} of the hidden tests: ${reason}`,
  )
  const ofTests = [...new Map(tests.map(test => [test.text, test])).values()].map(
    ({ text, passes }) => `  ${text}: ${passes === null ? 'not tried' : `passed by ${percent(shareOf(passes) ?? 0)}`}`,
  )
  return {
    complaint: mostCommon(condemned.map(({ reason }) => reason)),
    condemned: programs.length === 0 ? 0 : condemned.length / programs.length,
    text: [...ofPrograms, ...ofTests].join('\n'),
  }
}

const percent = (share: number): string => `${Math.round(share * 100)} %`
