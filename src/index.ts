/** The public surface. Worlds, actors and the property kit have separate entries: see the package's `exports`. */

/* The closed loop. */
export { bench, diagnose, dryRun, evaluate, evaluatePrograms, experiment } from './api/index.ts'
export { resume, train, warmStart } from './api/index.ts'
export * from './lab/index.ts'
export type { ResumeOptions, TrainOptions } from './api/training.ts'
export type {
  EvaluateOptions,
  EvaluateProgramsOptions,
  EvaluationEvent,
  Summary,
  TrainingEvent,
} from './run/events/events.ts'
export type * from './dry-run/counts/forecast.ts'
export type { WarmStartEvent, WarmStartOptions } from './warm-start/events.ts'
export type { ActorOverride, ActorOverrides } from './run/actors/roles.ts'
export { ConfigError } from './config/checked.ts'
export { runConfigJsonSchema } from './methods/registry/run-json-schema.ts'
export { loadRunConfig, parseRunConfig } from './methods/registry/run-config.ts'
export { evaluationSection, policySection, startersSection } from './config/config.ts'
export { configuredBand, groupBand } from './learning/success-band.ts'
export { feedbackSection, rewardModelSection } from './reward/settings.ts'
export { loadPreset, presetNames, type Preset } from './config/preset.ts'
export { parseWarmStartRecipe, type WarmStartRecipe } from './config/warm-start-recipe.ts'
export type { IterationMetrics, IterationSpeed, IterationTime, Success, TrainingMetrics } from './contracts/metrics.ts'
export { measuresOf, prefixed, type Measure, type MeasuredValues } from './contracts/measure.ts'

/* Experiments, and comparisons of runs. */
export * from './experiment/index.ts'

/* Reward formulations: how a run, or a check, uses outcomes and votes. */
export type {
  ByStep,
  ByVote,
  Claims,
  CompleteFormulation,
  Formulas,
  Formulation,
  GroupEpisode,
  TrainingProgress,
  Part,
} from './methods/rlanything/formulation/formulation.ts'
export { asPublished, paper, paperOfPrograms, type PaperOptions } from './methods/rlanything/formulation/paper.ts'
export { loadFormulation } from './methods/rlanything/load-formulation.ts'
export { parseFormulation } from './methods/rlanything/formulation/parse-formulation.ts'
export { completeFormulation } from './methods/rlanything/run-formulation.ts'
export { rlanythingConfig, type RlanythingConfig } from './methods/rlanything/settings.ts'
export { shippedFormulations } from './methods/rlanything/formulation/shipped/index.ts'
export {
  drGrpo,
  grpoFormulation,
  rloo,
  rlooWithDeviation,
} from './methods/rlanything/formulation/shipped/episode-level.ts'
export { gigpo, type GigpoOptions } from './methods/rlanything/formulation/shipped/gigpo.ts'
export { allPassed, type AllPassedOptions } from './methods/rlanything/formulation/shipped/programs.ts'
export {
  lambdaSchedule,
  outcomeOnly,
  potentialShaping,
  stepOnly,
  type ScheduleOptions,
  type ShapingOptions,
} from './methods/rlanything/formulation/shipped/signals.ts'

/* A run's files on disk. */
export { readRunDirectory, type RunRecord, type RunSummary } from './run/directory/run-directory.ts'
export { replay, type Replay, type ReplayOptions } from './run/failures/replay.ts'
export type { Origin } from './run/failures/origin.ts'
export { FailedBatchError, type FailedBatch, type FailedCall } from './learning/failed-batch.ts'
export { RunFailedError } from './run/failures/run-failed-error.ts'
export { exportRun, type ExportForm, type ExportOptions } from './export/export-run.ts'
export { DiskError, RunDirectoryError } from './run/directory/records/run-directory-error.ts'
export type { EpisodeRow } from './run/directory/records/episode-row.ts'
export type { LineageEvent } from './curriculum/lineage.ts'
export { writeReport } from './report/write-report.ts'
export type { ReportOptions } from './report/panels/report-data.ts'
export { writeExperiment } from './report/experiment/write-experiment.ts'

/* Programming tasks from files, and programs for them. */
export { readItems, type ItemRead } from './items/read-items.ts'
export { itemJob, type ItemJobOptions } from './items/item-job.ts'
export type { Item, ItemFormat, Refusal } from './items/formats/item.ts'
export type { ProgramsEvent } from './items/score-programs.ts'
export type { ItemScore, OutcomeCounts, ProgramScore, ProgramTotals } from './items/score.ts'

/* Worlds on the network. */
export { serveWorld, type ServeWorldOptions, type WorldServer } from './openenv/server/serve-world.ts'
export { serveConfiguredWorld, type ServeConfiguredOptions } from './openenv/serve-configured-world.ts'

/* Actors, and the threads they run in. */
export type { Actor, ActorFactory, Addressed, Context } from './contracts/actor.ts'
export { addresses } from './contracts/addresses.ts'
export { createSystem, type System, type SystemOptions } from './runtime/system.ts'
export { createInThread, type InThreadActor } from './runtime/in-thread.ts'
export { createPool, type Pool, type PoolOptions, type RunOptions } from './runtime/pool.ts'
export { actorSpec, type ActorSpec, type InboxOf, type OutboxOf } from './runtime/deployment/actor-spec.ts'
export type { AskOptions } from './runtime/waiting/asks.ts'
export type { Response } from './runtime/supervision/respond.ts'
export type { SystemEvent } from './runtime/supervision/system-event.ts'
export type { Inspection, Memory } from './runtime/deployment/inspection.ts'
export type { Health, Healths, RunningHealth } from './runtime/health.ts'
export type { Tally } from './runtime/deployment/tally.ts'
export type { LinkCounts } from './runtime/wires/link.ts'
export type { LinkOptions, Overflow } from './runtime/wires/link-options.ts'
export type { Cause, Death } from './runtime/errors/death.ts'
export { ClosedError } from './runtime/errors/closed-error.ts'
export { DeathError } from './runtime/errors/death-error.ts'
export { FailedError } from './runtime/errors/failed-error.ts'
export { MailboxFullError } from './runtime/errors/mailbox-full-error.ts'
export { StandstillError } from './runtime/errors/standstill-error.ts'
export { UnknownAddressError } from './runtime/errors/unknown-address-error.ts'
export { batchMap, type BatchMapOptions } from './streams/batch-map.ts'
export { pullMap } from './streams/pull-map.ts'
export { crashed, describeFailure, type Failure } from './contracts/failure.ts'

/* Every message that may cross a thread. */
export { unreachable } from './contracts/unreachable.ts'
export type * from './contracts/messages/run.ts'
export type * from './contracts/episode.ts'
export { judgedOf } from './contracts/episode.ts'

/* Worlds, and chance. */
export type {
  Direction,
  Edit,
  Ending,
  Environment,
  ExecutionCheck,
  GradedStep,
  Language,
  ShownScreen,
  Split,
  StepLabel,
  Transition,
  UnitTesting,
} from './contracts/worlds/environment.ts'
export type { EntryPoint, Job, Limits, TestOutcome, SandboxName, Test, TestResult } from './contracts/worlds/job.ts'
export { createSandbox, type Sandbox, type SandboxOptions } from './sandbox/sandbox.ts'
export { loadEnvironment } from './rollout/load-environment.ts'
export { loadWorld } from './rollout/load-world.ts'
export { fromPure } from './rollout/from-pure.ts'
export type * from './contracts/worlds/world.ts'
export type { EnvironmentSource } from './contracts/worlds/environment-source.ts'
export { derive, randomFrom, rootKey, type Key, type Random } from './math/random.ts'
export { proposalRefusals } from './contracts/worlds/task-proposals.ts'

/* The formulas of the method. */
export { accepts, withinBand, type Accuracies } from './curriculum/acceptance/acceptance.ts'
export { policyAdvantages, type SingletonRule } from './learning/segments/advantages.ts'
export { byAgentTurn, byCandidates, bySameHistory, byStepIndex, byTrajectory } from './learning/segments/groupers.ts'
export { treeSamples, type CreditedTree } from './learning/tree-samples.ts'
export { candidateAdvantages, segmentAdvantages, stepAdvantages } from './learning/segments/segment.ts'
export type { AdvantageEstimator, CreditedSegment, Segment, SegmentGroup } from './learning/segments/segment.ts'
export { consistencyRewards, judgeAdvantages, type JudgeGroup } from './reward/verdicts/consistency.ts'
export { defaultBand, directionOf, type Band } from './curriculum/acceptance/direction.ts'
export { importanceWeights, normRatio, weightNorm, type ImportanceWeights } from './reward/theory/importance-weights.ts'
export { integratedReward, integratedRewards } from './reward/integrated.ts'
export {
  majority,
  malformedShare,
  outcomeQuality,
  processQuality,
  unanimousShare,
  type MajorityQuality,
} from './reward/verdicts/quality.ts'
export { measuredPrecision, predictedPrecision } from './reward/theory/measured-precision.ts'
export { precisionBound, rewardPrecision, type JudgeModel } from './reward/theory/reward-precision.ts'
export { acceptsSoundly, type SideBySide, type SoundOptions } from './curriculum/acceptance/sound-acceptance.ts'
export { codeQuality, unitTestAdvantages, unitTestReward, type CodeQuality } from './reward/unit-tests/reward.ts'
export { voteRates, type VoteRates } from './reward/theory/vote-rates.ts'
export type { JudgedEpisode, Outcome, Vote } from './reward/votes.ts'
export { spanLoss } from './losses/span-loss.ts'
export { truncatedRatio } from './losses/truncated-ratio.ts'
export type {
  ModuleObjective,
  NamedObjective,
  Objective,
  ObjectiveFactory,
  SpanLoss,
  SpanRule,
  SpanTarget,
} from './losses/objective.ts'
export { NonFiniteError } from './engine/semantics/non-finite-error.ts'

/* Many worlds in typed arrays, and how many steps a second they make. */
export { stepBatches, type StepBatch } from './vector/step-batches.ts'
export type * from './contracts/messages/steps.ts'
export {
  endings,
  type VectorWorld,
  type VectorWorldContext,
  type VectorWorldFactory,
  type WorldRows,
} from './contracts/worlds/vector-world.ts'
export type { BenchOptions, ThroughputEvent, ThroughputRow } from './throughput/measure/events.ts'

/* Engines and models. */
export { openDevice, type DeviceOptions } from './engine/open-device.ts'
export { initialiseNetwork } from './engine/networks/initialise-network.ts'
export type { Layer, NetworkShape, NetworkState, TrainedNetworkState } from './contracts/models/network.ts'
export { openTrainableNetwork, type OpenTrainableOptions } from './engine/networks/open-trainable-network.ts'
export type { TrainableNetwork } from './engine/networks/trainable-network.ts'
export type { DoctorEvent } from './engine/doctor/doctor.ts'
export type { DiagnoseOptions } from './run/failures/diagnose-options.ts'
export type {
  LossSums,
  Device,
  Example,
  ModelState,
  Sample,
  SampleRequest,
  Sequence,
  Span,
  Tensor,
  OptimStepResult,
  AdamwSettings,
} from './contracts/models/device.ts'
export * from './models.ts'
export type { ModelConfig } from './contracts/models/model-config.ts'
export type { LanguageModel, LanguageModels, SaveModelOptions } from './contracts/models/language-model.ts'
export type { ModelReference } from './contracts/models/model-reference.ts'
export type { EngineTraits, ModelTraits } from './contracts/models/model-traits.ts'
export type { ActionForm, ActorPrompt, ObserverPrompt, WorldPrompts } from './contracts/worlds/prompts.ts'
export type { ChatTemplate } from './contracts/models/chat-template.ts'
export { normalisations, providers, tfjsBackends } from './contracts/models/engine-names.ts'

/* Agents that speak to a model as to a service. */
export { createGateway, type Gateway, type GatewayOptions } from './gateway/server/create-gateway.ts'

/* Your methods: a program over models, rollouts and tasks. */
export type * from './methods/method.ts'
export type { ActorContext, RunActor } from './rollout/run-actor.ts'
export { observerActor } from './reward/kinds/observer-actor.ts'
export { adapterActor } from './curriculum/adapter-actor.ts'
export { adaptationSection } from './curriculum/settings.ts'
export { judgedRequests } from './reward/judged-requests.ts'
export type { ActorRecovery, EpisodePart, StateChange, WholeState } from './contracts/actor-recovery.ts'
export { defineMethod } from './methods/define-method.ts'
export { rollOut } from './methods/kit/roll-out.ts'
export { feedbackRows } from './methods/kit/feedback-rows.ts'
export { rollOutDrawn } from './methods/kit/roll-out-drawn.ts'
export { slotsOnly } from './methods/kit/slots-only.ts'
export { networkTraining, noEpisodes } from './methods/kit/rows-alone.ts'
export type { RowStore, StoreOptions } from './store/row-store.ts'
export type { VectorRequest, Vectors } from './vector/vectors.ts'
export type { VectorRows } from './contracts/worlds/vector-rows.ts'
export type { NetworkHandle } from './contracts/models/network-handle.ts'
export { policyStarter } from './methods/kit/starters.ts'
export { everyGroup, trainPolicy, type Trained, type TrainPolicyOptions } from './methods/kit/train-policy.ts'
export { trainRole } from './methods/kit/train-role.ts'
export { drawnGroups } from './curriculum/schedule.ts'
export { measuredEvents } from './curriculum/adaptation.ts'
export { policyRequests, type PlayerModels, type PolicyRequestOptions } from './rollout/rollout-requests.ts'
export { objectiveOf } from './learning/objective-of.ts'
export { policySamples } from './learning/samples.ts'
export { afterTraining, maxOffPolicyIterations, noVersions, type VersionHistory } from './learning/staleness.ts'
export { perSpan, type BatchLoss, type BatchLossValue } from './losses/batch-loss.ts'
export { dpo, type DpoOptions } from './losses/dpo.ts'
export { forwardBackwardBatch, linearBatch } from './learning/whole-batch.ts'

export type * from './public-types.ts'
