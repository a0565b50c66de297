/** The types that signatures of the public surface name and that users seldom write: under the headings of `index.ts`, which exports them. */

/* The closed loop. */
export type { Accepts } from './curriculum/acceptance/change.ts'
export type { OpenStore } from './store/stores.ts'
export type { ColumnShape, ColumnType, NumberArrays, RowShape, RowsOf } from './store/row-shape.ts'
export type { VectorLayout } from './contracts/worlds/vector-rows.ts'
export type { StartersStatus } from './experiment/runner/events.ts'
export type { Tree as SettingsTree } from './config/tree.ts'
export type { DeviceSpan, DeviceUse, DeviceVerb, QueueTimes, ServiceUse } from './contracts/models/device-usage.ts'

/* Reward formulations: how a run, or a check, uses outcomes and votes. */
export type { Count as SuccessCount } from './math/wilson.ts'

/* A run's files on disk. */
export type { DeathLine } from './run/directory/records/death-line.ts'
export type { Given } from './run/events/how-to-resume.ts'
export type { WhatIsLeft } from './run/failures/run-failed-error.ts'
export type { Checkpoint } from './run/directory/checkpoints.ts'
export type { Versions as RunVersions } from './run/directory/records/config-file.ts'
export type {
  AcceptanceRule,
  DecidedEvent,
  MeasuredEvent,
  ProposedEvent,
  RootedEvent,
  WithdrawnEvent,
} from './curriculum/lineage.ts'

/* Programming tasks from files, and programs for them. */
export type { RefusedRecord } from './items/read-items.ts'
export type { ItemName, Programs as ItemPrograms } from './items/read-programs.ts'
export type { RecordPlace } from './items/formats/records.ts'

/* Actors, and the threads they run in. */
export type { ActorOf, AnyActor, AnyFactory, SpecOf } from './runtime/deployment/actor-spec.ts'
export type { AnswerTo, AssembleOptions, Supervised } from './runtime/system-interface.ts'
export type { RestartStrategy, Strategy } from './runtime/supervision/strategy.ts'
export type { Edges } from './runtime/wires/wiring.ts'
export type { Question } from './runtime/waiting/asks.ts'

/* Every message that may cross a thread. */
export type { Client } from './contracts/messages/client.ts'
export type { CriticSummary } from './contracts/worlds/critic-summary.ts'
export type { JudgeView } from './contracts/judge-view.ts'
export type * from './contracts/messages/calls.ts'
export type * from './curriculum/messages.ts'
export type { InvalidRollout, RolloutBatch, RolloutRequest, Rollouts } from './contracts/messages/rollouts.ts'
export type { Arm, Bandit, EditMemory } from './contracts/worlds/edit-memory.ts'

/* Worlds, and chance. */
export type { Ladder, Turns } from './contracts/worlds/environment.ts'
export type { Review } from './contracts/worlds/review.ts'
export type { PageFile, PersonEpisode, PersonStatus, PlayablePage } from './contracts/worlds/playable-page.ts'
export type { ProposalRefusal, ProposalRefusals, TaskProposals } from './contracts/worlds/task-proposals.ts'

/* The formulas of the method. */
export type { SeenOutcome } from './reward/theory/importance-weights.ts'

/* Many worlds in typed arrays, and how many steps a second they make. */
export type { SharedWorldBuffer } from './contracts/worlds/world-buffer.ts'
export type { NetworkSource } from './contracts/models/network.ts'
export type { Measurement } from './throughput/measure/rates.ts'

/* Engines and models. */
export type { Trial } from './engine/doctor/trial.ts'
export type { EngineOptions } from './engine/open-engine.ts'
export type { TinkerEngineOptions } from './engine/tinker/create-tinker-engine.ts'
export type { Normalisation, Provider, TfjsBackend } from './contracts/models/engine-names.ts'
export type { AroundNative } from './engine/local/sessions/runtime.ts'
export type { Load as TrialLoad, Speed as TrialSpeed } from './engine/doctor/load.ts'
export type { RunPart } from './engine/doctor/run-part.ts'
export type { EngineRates } from './engine/doctor/rates.ts'
export type { Tried as TriedEngine } from './engine/doctor/recommend.ts'
export type { Pause } from './contracts/models/device.ts'
export type { LoraConfig } from './contracts/models/model-config.ts'
export type { JsonSchema, JsonSchemaValue } from './contracts/models/json-schema.ts'
export type { ServedModel } from './contracts/models/served-model.ts'
export type { EpisodeReading, Renderer, RendererForm, ObservedStep } from './model/renderers/renderer.ts'
export type { RendererSources } from './model/renderers/load-renderers.ts'
export type { RemoteModel } from './contracts/models/model-reference.ts'

/* Your methods: a program over models, rollouts and tasks. */
export type { RolledOut } from './methods/kit/roll-out.ts'
export type { SlotsOnly } from './methods/kit/slots-only.ts'
export type { TrainRoleOptions } from './methods/kit/train-role.ts'
export type { TaskPool } from './curriculum/adaptation.ts'
export type { Slot, Slots } from './curriculum/slots.ts'
export type { Members, PlannedGroup, PlayedGroup } from './rollout/groups.ts'
export type { Where as RunPlace } from './rollout/rollout-requests.ts'
export type { EpisodeFeedback, PassShares } from './contracts/episode-feedback.ts'
export type { PolicyCredit } from './learning/group-credit.ts'
export type { Samples } from './learning/samples.ts'
export type { Packed, Target as PackedTarget } from './learning/packing/packing.ts'
export type { Freshness } from './learning/sample-filter.ts'
export type { SuccessBand } from './learning/success-band.ts'
export type { TrainedModel } from './learning/train-model.ts'
export type { LinearBatch } from './learning/whole-batch.ts'
export type { ConfigOf, MethodSettings, RunConfig } from './config/config.ts'
export type { Trained, TrainPolicyOptions } from './methods/kit/train-policy.ts'
export type { Change } from './curriculum/acceptance/change.ts'
export type { ServiceSettings } from './config/openai-schema.ts'
export type { ModelTraining } from './config/model-schema.ts'
export type { IdRange } from './contracts/models/model-config.ts'
export type { AdaptationSettings } from './curriculum/settings.ts'
export type { AdapterWork, MethodWork, ObserverWork } from './methods/method-work.ts'
export type { Passage } from './model/tokenizer/tokenizer.ts'
export type { JudgingContext } from './reward/judged-requests.ts'
export type { GroupBand } from './learning/success-band.ts'
export type { FeedbackSettings, JudgeSettings, RewardModelSettings } from './reward/settings.ts'
export type {
  AnsweringMetrics,
  EpisodeMetrics,
  Evaluated,
  MeasuredRatios,
  ModelMetrics,
  TrainedModels,
} from './contracts/metrics.ts'
export type { MeasureFormat, HealthBounds, MeasureTable } from './contracts/measure.ts'
export type { RatioOfSums } from './statistics/ratio-difference.ts'
export type { Stopwatch } from './runtime/waiting/stopwatch.ts'
export type { MethodMeasurement, Timed, UntimedLab } from './methods/method.ts'
export type { Finish } from './contracts/models/device.ts'
export type { MeasuredOn } from './throughput/measure/machine.ts'
export type { ThroughputComparison } from './throughput/measure/comparison.ts'
export type { PlayedWork, TrainingSpeed } from './throughput/measure/rates.ts'
export type { Range } from './throughput/measure/events.ts'
export type { ProcessorLoad } from './runtime/processor-load.ts'
export type { ThroughputOptions } from './throughput/measure/options.ts'
