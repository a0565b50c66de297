import type { Formulation } from '../formulation.ts'
import { paper, paperOfPrograms } from '../paper.ts'
import { anchored, brier, leaveOneOut, votesAsPotential } from './compared.ts'
import { drGrpo, grpoFormulation, rloo, rlooWithDeviation } from './episode-level.ts'
import { gigpo } from './gigpo.ts'
import { allPassed } from './programs.ts'
import { lambdaSchedule, outcomeOnly, potentialShaping, stepOnly } from './signals.ts'

/** The formulations that come with the package, by the name that `check` and `feedback.formulation` take. */
export const shippedFormulations: Readonly<Record<string, Formulation>> = {
  paper: paper(),
  'raw-singletons': { ...paper({ singleton: 'raw' }), name: 'paper, singletons keep their reward' },
  'step-index': { ...paper({ voteGroup: 'step-index' }), name: 'paper, votes compared by step index' },
  task: { ...paper({ voteGroup: 'task' }), name: 'paper, votes compared over the task' },
  'outcome-only': outcomeOnly,
  'step-only': stepOnly,
  'lambda-schedule': lambdaSchedule({ first: 0, last: 1 }),
  'potential-shaping': potentialShaping(),
  anchored: anchored(),
  brier: brier(),
  'leave-one-out': leaveOneOut(),
  'votes-as-potential': votesAsPotential(),
  grpo: grpoFormulation,
  'dr-grpo': drGrpo,
  rloo,
  'rloo-with-deviation': rlooWithDeviation,
  gigpo: gigpo(),
  programs: paperOfPrograms(),
  'all-passed': allPassed(),
}
