/** The public names of experiments. */
export { parseExperimentPlan, type ExperimentPlan } from './plan/experiment-plan.ts'
export { experimentPlanJsonSchema } from './plan/plan-json-schema.ts'
export { readPlan } from './plan/read-plan.ts'
export type * from './runner/events.ts'
export { compareRuns, type CompareRunsOptions } from './results/compare-runs.ts'
export { parseMeasure, type HeldOutSplit, type RunMeasure } from './results/measure.ts'
export type {
  ArmComparison,
  ComparisonResult,
  ExperimentResult,
  IntervalMethod,
  MeasuredArm,
  SeedPair,
} from './results/experiment-result.ts'
export { intervalMethods } from './results/experiment-result.ts'
export type { PlannedRun } from './plan/planned-runs.ts'
export type { JobProgress } from './jobs/job.ts'
export type { RunState } from './state/run-state.ts'
export type { HeldOutKind } from '../run/measures/describe.ts'
export type { MeasuredPoint, MeasuredRun } from './results/measured-run.ts'
export type { ConfidenceInterval } from '../statistics/mean-estimate.ts'
export type { Verdict } from '../statistics/verdict.ts'
export { readExperiment } from './runner/read-experiment.ts'
