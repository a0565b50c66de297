import type { Observable } from 'rxjs'
import type { ExamineRunOptions, RunFinding } from '../run/examine-run.ts'
import type { ExamineOptions, ServiceFinding } from '../engine/doctor/examine-service.ts'
import type { DoctorEvent } from '../engine/doctor/doctor.ts'
import type { DryRunOptions, Forecast } from '../dry-run/counts/forecast.ts'
import type { ExperimentEvent, ExperimentOptions } from '../experiment/runner/events.ts'
import type { ProgramsEvent } from '../items/score-programs.ts'
import type { ThroughputEvent, BenchOptions } from '../throughput/measure/events.ts'
import type { Formulation } from '../methods/rlanything/formulation/formulation.ts'
import type { Replay, ReplayOptions } from '../run/failures/replay.ts'
import type { WarmStartOptions, WarmStartEvent } from '../warm-start/events.ts'
import type { Gateway, GatewayOptions } from '../gateway/server/create-gateway.ts'
import type { ServedEngine, ServeOptions } from '../serve/serve-engine.ts'
import type { DiagnoseOptions } from '../run/failures/diagnose-options.ts'
import type {
  TrainingEvent,
  TrainRunOptions,
  ResumeRunOptions,
  EvaluateOptions,
  EvaluationEvent,
  EvaluateProgramsOptions,
} from '../run/events/events.ts'

export interface TrainOptions extends TrainRunOptions {
  /** Of the method `rlanything`. Parts that it lacks are taken from the configuration. */
  readonly formulation?: Formulation
}

export interface ResumeOptions extends ResumeRunOptions {
  /** As the run was begun with: the name is compared. */
  readonly formulation?: Formulation
}

/** The streams behind the commands. Each is cold: subscribing starts it, unsubscribing stops it at once. */
export interface Training {
  readonly train: (options: TrainOptions) => Observable<TrainingEvent>
  /** What `train` would ask for; starts nothing. */
  readonly dryRun: (options: DryRunOptions) => Promise<Forecast>
  readonly resume: (options: ResumeOptions) => Observable<TrainingEvent>
  readonly evaluate: (options: EvaluateOptions) => Observable<EvaluationEvent>
  /** Tries given programs on the tests of given items; no model is loaded. */
  readonly evaluatePrograms: (options: EvaluateProgramsOptions) => Observable<ProgramsEvent>
  readonly warmStart: (options: WarmStartOptions) => Observable<WarmStartEvent>
  /** Makes the missing runs of a plan, each in a separate process. */
  readonly experiment: (options: ExperimentOptions) => Observable<ExperimentEvent>
  readonly bench: (options: BenchOptions) => Observable<ThroughputEvent>
  readonly diagnose: (options: DiagnoseOptions) => Observable<DoctorEvent>
  /** Makes a failed batch of a run again. */
  readonly replay: (options: ReplayOptions) => Promise<Replay>
  /** Tries a service with the Tinker API. */
  readonly examineService: (options: ExamineOptions) => AsyncIterable<ServiceFinding>
  /** Tries the services and servers that a configuration names. */
  readonly examineRun: (options: ExamineRunOptions) => AsyncIterable<RunFinding>
  /** Offers an engine of this process to clients of the Tinker API. */
  readonly serveEngine: (options: ServeOptions) => Promise<ServedEngine>
  /** Answers agents in the dialects of services. */
  readonly createGateway: (options: GatewayOptions) => Promise<Gateway>
}
