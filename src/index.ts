/** `rlanything`: train, methods and worlds. What its users seldom need has entries of its own: see the package's `exports`. */

/* The closed loop. */
export { bench, dryRun, evaluate, evaluatePrograms, experiment, resume, train, warmStart } from './api/index.ts'
export * from './lab/index.ts'
export type { ResumeOptions, TrainOptions } from './api/training.ts'
export type { NatsOptions } from './run/actors/machines/open-machines.ts'
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
export { ConfigError } from './config/config-error.ts'
export { runConfigJsonSchema } from './methods/registry/run-json-schema.ts'
export { loadRunConfig, parseRunConfig } from './methods/registry/run-config.ts'
export { evaluationSection, policySection, startersSection } from './config/config.ts'
export type { ConfigOf, MethodSettings, RunConfig } from './config/config.ts'
export type { ModelTraining } from './config/model-schema.ts'
export type { ServiceSettings } from './config/openai-schema.ts'
export type { Tree as SettingsTree } from './config/tree.ts'
export { configuredBand, groupBand, type GroupBand, type SuccessBand } from './learning/success-band.ts'
export { feedbackSection, rewardModelSection } from './reward/settings.ts'
export type { FeedbackSettings, RewardSettings, RewardModelSettings } from './reward/settings.ts'
export { loadPreset, presetNames, type Preset } from './config/preset.ts'
export { parseWarmStartRecipe, type WarmStartRecipe } from './config/warm-start-recipe.ts'
export type {
  AnsweringMetrics,
  EpisodeMetrics,
  Evaluated,
  IterationMetrics,
  IterationSpeed,
  IterationTime,
  MeasuredRatios,
  ModelMetrics,
  Success,
  TrainedModels,
  TrainingMetrics,
} from './contracts/metrics.ts'
export { measuresOf, prefixed, type Measure, type MeasuredValues } from './contracts/measure.ts'
export type { HealthBounds, MeasureFormat, MeasureTable } from './contracts/measure.ts'
export type { Count as SuccessCount } from './math/wilson.ts'
export type { RatioOfSums } from './statistics/ratio-difference.ts'
export type * from './throughput/measure/events.ts'
export type { ThroughputComparison } from './throughput/measure/comparison.ts'
export type { MeasuredOn } from './throughput/measure/machine.ts'
export type { ThroughputOptions } from './throughput/measure/options.ts'
export type { Measurement, PlayedWork, TrainingSpeed } from './throughput/measure/rates.ts'

/* Experiments, and comparisons of runs. */
export * from './experiment/index.ts'
export type { StartersStatus } from './experiment/runner/events.ts'

/* Models in folders, and their tokenizers. */
export { loadModel, loadTokenizerJson, saveModel, type SaveOptions } from './model/checkpoint.ts'
export { loadTokenizer } from './model/tokenizer/load-tokenizer.ts'
export type { Passage, Tokenizer } from './model/tokenizer/tokenizer.ts'

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
  VotedStep,
} from './methods/rlanything/formulation/formulation.ts'
export { asPublished, paper, paperOfPrograms, type PaperOptions } from './methods/rlanything/formulation/paper.ts'
export { loadFormulation } from './methods/rlanything/load-formulation.ts'
export { parseFormulation } from './methods/rlanything/formulation/parse-formulation.ts'
export { completeFormulation } from './methods/rlanything/run-formulation.ts'
export { rlanythingConfig, type RlanythingConfig } from './methods/rlanything/settings.ts'
export { shippedFormulations } from './methods/rlanything/formulation/shipped/index.ts'
export {
  anchored,
  brier,
  leaveOneOut,
  votesAsPotential,
  type ComparedOptions,
} from './methods/rlanything/formulation/shipped/compared.ts'
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
export { readRunDirectory, type KeptPictures, type RunRecord, type RunSummary } from './run/directory/run-directory.ts'
export { replay, type Replay, type ReplayOptions } from './run/failures/replay.ts'
export type { Origin } from './run/failures/origin.ts'
export { FailedBatchError, type FailedBatch, type FailedCall } from './learning/failed-batch.ts'
export { RunFailedError, type WhatIsLeft } from './run/failures/run-failed-error.ts'
export { exportRun, type ExportForm, type ExportOptions } from './export/export-run.ts'
export { DiskError, RunDirectoryError } from './run/directory/records/run-directory-error.ts'
export type { Checkpoint } from './run/directory/checkpoints.ts'
export type { Versions as RunVersions } from './run/directory/records/config-file.ts'
export type { DeathLine } from './run/directory/records/death-line.ts'
export type { Given } from './run/events/how-to-resume.ts'
export type { EpisodeRow } from './run/directory/records/episode-row.ts'
export type { AcceptanceRule, DecidedEvent, LineageEvent, MeasuredEvent } from './curriculum/lineage.ts'
export type { ProposedEvent, RootedEvent, WithdrawnEvent } from './curriculum/lineage.ts'
export { writeReport } from './report/write-report.ts'
export type { ReportOptions } from './report/panels/report-data.ts'
export { writeExperiment } from './report/experiment/write-experiment.ts'

/* Programming tasks from files, and programs for them. */
export { readItems, type ItemRead, type RefusedRecord } from './items/read-items.ts'
export type { ItemName, Programs as ItemPrograms } from './items/read-programs.ts'
export type { RecordPlace } from './items/formats/records.ts'
export { itemJob, type ItemJobOptions } from './items/item-job.ts'
export type { Item, ItemFormat, Refusal } from './items/formats/item.ts'
export type { ProgramsEvent } from './items/score-programs.ts'
export type { ItemScore, OutcomeCounts, ProgramScore, ProgramTotals } from './items/score.ts'

/* Worlds on the network. */
export { serveWorld, type ServeWorldOptions, type WorldServer } from './openenv/server/serve-world.ts'
export { serveConfiguredWorld, type ServeConfiguredOptions } from './openenv/serve-configured-world.ts'

/* Episodes, worlds, and chance. */
export type * from './contracts/episode.ts'
export { observerNotes } from './contracts/episode.ts'
export type { ObserverView } from './contracts/observer-view.ts'
export type * from './contracts/worlds/environment.ts'
export type { EntryPoint, Job, Limits, TestOutcome, SandboxName, Test, TestResult } from './contracts/worlds/job.ts'
export type { CriticSummary } from './contracts/worlds/critic-summary.ts'
export type { Arm, Bandit, EditMemory } from './contracts/worlds/edit-memory.ts'
export type { PageFile, PersonEpisode, PersonStatus, PlayablePage } from './contracts/worlds/playable-page.ts'
export type * from './contracts/worlds/prompts.ts'
export type { Review, ReviewQuestions } from './contracts/worlds/review.ts'
export * from './contracts/worlds/vector-world.ts'
export type { VectorLayout, VectorRows } from './contracts/worlds/vector-rows.ts'
export type { ShownRows } from './vector/pictures/picture.ts'
export { createSandbox, type Sandbox, type SandboxOptions } from './sandbox/sandbox.ts'
export { loadEnvironment } from './rollout/load-environment.ts'
export { loadWorld } from './rollout/load-world.ts'
export { fromPure } from './rollout/from-pure.ts'
export type * from './contracts/worlds/world.ts'
export type { EnvironmentSource } from './contracts/worlds/environment-source.ts'
export { derive, randomFrom, rootKey, type Key, type Random } from './math/random.ts'
export { proposalRefusals, type ProposalRefusal } from './contracts/worlds/task-proposals.ts'
export type { ProposalRefusals, TaskProposals } from './contracts/worlds/task-proposals.ts'

/* The formulas of the method. */
export { accepts, withinBand, type Accuracies } from './curriculum/acceptance/acceptance.ts'
export type { Accepts, Change } from './curriculum/acceptance/change.ts'
export { policyAdvantages, type SingletonRule } from './learning/segments/advantages.ts'
export { byAgentTurn, byCandidates, bySameHistory, byStepIndex, byTrajectory } from './learning/segments/groupers.ts'
export { treeSamples, type CreditedTree } from './learning/tree-samples.ts'
export { candidateAdvantages, segmentAdvantages, stepAdvantages } from './learning/segments/segment.ts'
export type { AdvantageEstimator, CreditedSegment, Segment, SegmentGroup } from './learning/segments/segment.ts'
export { consistencyRewards, consistencyAdvantages, type VoteGroup } from './reward/verdicts/consistency.ts'
export { defaultBand, directionOf, type Band } from './curriculum/acceptance/direction.ts'
export { importanceWeights, normRatio, weightNorm } from './reward/theory/importance-weights.ts'
export type { ImportanceWeights, SeenOutcome } from './reward/theory/importance-weights.ts'
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
export { precisionBound, rewardPrecision, type VoteModel } from './reward/theory/reward-precision.ts'
export { acceptsSoundly, type SideBySide, type SoundOptions } from './curriculum/acceptance/sound-acceptance.ts'
export { codeQuality, unitTestAdvantages, unitTestReward, type CodeQuality } from './reward/unit-tests/reward.ts'
export { voteRates, type VoteRates } from './reward/theory/vote-rates.ts'
export type { VotedEpisode, Outcome, Vote } from './reward/votes.ts'
export { categoricalValueLoss, expectedValues } from './losses/categorical-value.ts'
export type { CategoricalValueLoss, ExpectedValues, ValueBins } from './losses/categorical-value.ts'
export { spanLoss } from './losses/span-loss.ts'
export { truncatedRatio } from './losses/truncated-ratio.ts'
export type {
  ClippedObjective,
  ModuleObjective,
  NamedObjective,
  Objective,
  ObjectiveOptions,
  ObjectiveFactory,
  SpanLoss,
  SpanRule,
  SpanTarget,
} from './losses/objective.ts'
export { NonFiniteError } from './engine/semantics/non-finite-error.ts'

/* Agents that speak to a model as to a service. */
export { createGateway, type Gateway, type GatewayOptions } from './gateway/server/create-gateway.ts'
export type { TrainingOptions as GatewayTraining } from './gateway/training/gateway-trainer.ts'
export type { OutcomeRule, SessionSoFar } from './gateway/training/outcome-rule.ts'
export type { PolicyService } from './gateway/server/gateway-policy.ts'

/* Your methods: a program over models, rollouts and tasks. */
export type * from './methods/method.ts'
export type { ActorContext, RunActor } from './rollout/run-actor.ts'
export { observerActor } from './reward/kinds/observer-actor.ts'
export { adapterActor } from './curriculum/adapter-actor.ts'
export { adaptationSection, type AdaptationSettings } from './curriculum/settings.ts'
export { requestsWithVotes, type VotingContext } from './reward/requests-with-votes.ts'
export type { ActorRecovery, EpisodePart, StateChange, WholeState } from './contracts/actor-recovery.ts'
export { defineMethod } from './methods/define-method.ts'
export { rollOut, type RolledOut } from './methods/kit/roll-out.ts'
export { feedbackRows } from './methods/kit/feedback-rows.ts'
export { rollOutDrawn } from './methods/kit/roll-out-drawn.ts'
export { slotsOnly, type SlotsOnly } from './methods/kit/slots-only.ts'
export { networkTraining, rowsAlone } from './methods/kit/rows-alone.ts'
export type { RowStore, StoreOptions } from './store/row-store.ts'
export type { ColumnShape, ColumnType, NumberArrays, RowShape, RowsOf } from './store/row-shape.ts'
export type { OpenStore } from './store/stores.ts'
export type { LanguageModel, LanguageModels, SaveModelOptions } from './contracts/models/language-model.ts'
export type { ChooseControls } from './vector/function-decisions.ts'
export type { ChosenBy, VectorPlay, VectorRequest, Vectors } from './vector/vectors.ts'
export type { NetworkHandle } from './contracts/models/network-handle.ts'
export { policyStarter } from './methods/kit/starters.ts'
export { everyGroup, trainPolicy, type Trained, type TrainPolicyOptions } from './methods/kit/train-policy.ts'
export { trainRole, type TrainRoleOptions } from './methods/kit/train-role.ts'
export type { ProposerWork, MethodWork, ObserverWork } from './methods/method-work.ts'
export { drawnGroups } from './curriculum/schedule.ts'
export { measuredEvents, type TaskPool } from './curriculum/adaptation.ts'
export type { Slot, Slots } from './curriculum/slots.ts'
export type { Members, PlannedGroup, PlayedGroup } from './rollout/groups.ts'
export type { Client } from './contracts/messages/client.ts'
export type { InvalidRollout, RolloutBatch, RolloutRequest, Rollouts } from './contracts/messages/rollouts.ts'
export type { EpisodeFeedback, PassShares } from './contracts/episode-feedback.ts'
export { policyRequests, type PlayerModels, type PolicyRequestOptions } from './rollout/rollout-requests.ts'
export type { Where as RunPlace } from './rollout/rollout-requests.ts'
export type { PolicyCredit } from './learning/group-credit.ts'
export type { Packed, Target as PackedTarget } from './learning/packing/packing.ts'
export type { Freshness } from './learning/sample-filter.ts'
export type { TrainedModel } from './learning/train-model.ts'
export type { Stopwatch } from './runtime/waiting/stopwatch.ts'
export { objectiveOf } from './learning/objective-of.ts'
export { policySamples, type Samples } from './learning/samples.ts'
export { afterTraining, maxOffPolicyIterations, noVersions, type VersionHistory } from './learning/staleness.ts'
export { perSpan, type BatchLoss, type BatchLossValue } from './losses/batch-loss.ts'
export { dpo, type DpoOptions } from './losses/dpo.ts'
export { forwardBackwardBatch, linearBatch, type LinearBatch } from './learning/whole-batch.ts'
