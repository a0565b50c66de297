import type { JudgeQuality, VerdictQuality } from '../../src/contracts/metrics.ts'

/** The quality of votes; fails for any other. */
export function verdictsOf(quality: JudgeQuality | null): VerdictQuality {
  if (quality?.kind !== 'verdicts') throw new Error(`expected the quality of votes, got that of ${quality?.kind}`)
  return quality
}
