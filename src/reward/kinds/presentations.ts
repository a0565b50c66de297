import type { JudgeKind, JudgePresentation } from '../presentation.ts'
import { unitTestPresentation } from '../unit-tests/presentation.ts'
import { verdictPresentation } from '../verdicts/presentation.ts'

/** By what the judge writes. */
export const judgePresentations: Readonly<Record<JudgeKind, JudgePresentation>> = {
  verdicts: verdictPresentation,
  'unit-tests': unitTestPresentation,
}
