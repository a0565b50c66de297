/**
 * A training method: a program over models, rollouts and tasks. The runner begins it, repeats it, measures the policy, saves
 * and resumes; it knows no method. Types only.
 */
import type { ConfigOf, MethodSettings, RunConfig } from '../config/config.ts'
import type { ServiceSettings } from '../config/openai-schema.ts'
import type { Client } from '../contracts/messages/client.ts'
import type { LanguageModels } from '../contracts/models/language-model.ts'
import type { NetworkShape } from '../contracts/models/network.ts'
import type { NetworkHandle } from '../contracts/models/network-handle.ts'
import type { World } from '../contracts/worlds/world.ts'
import type { EpisodeKey, Rollout } from '../contracts/episode.ts'
import type { EpisodeFeedback } from '../contracts/episode-feedback.ts'
import type { Measure } from '../contracts/measure.ts'
import type { Evaluated, IterationMetrics } from '../contracts/metrics.ts'
import type { RolloutBatch, Rollouts } from '../contracts/messages/rollouts.ts'
import type { LineageEvent } from '../curriculum/lineage.ts'
import type { Slots } from '../curriculum/slots.ts'
import type { Key } from '../math/random.ts'
import type { Stopwatch } from '../runtime/waiting/stopwatch.ts'
import type { PlayedGroup } from '../rollout/groups.ts'
import type { PlayerModels } from '../rollout/rollout-requests.ts'
import type { ShownRows } from '../vector/pictures/picture.ts'
import type { Vectors } from '../vector/vectors.ts'
import type { OpenStore } from '../store/stores.ts'
import type { MethodWork } from './method-work.ts'
import type { ActorContext, RunActor } from '../rollout/run-actor.ts'

/** The context of a method. @typeParam Config the settings of every run, and those of the method. */
export interface Lab<Config extends RunConfig = RunConfig> {
  readonly config: Config
  readonly world: World
  /** The run's key: every draw is derived from it. */
  readonly root: Key
  /** The models, by their names on the engine; one that `models` does not name is there once it has been loaded. */
  readonly model: LanguageModels
  /** The networks of the method, which checkpoints keep with their optimisers. @throws {RangeError} from it for a name that is not among them. */
  readonly network: (name: string) => NetworkHandle
  /** Replay buffers, which checkpoints keep: only `learn` may append to them, since `collect` may run ahead. */
  readonly store: OpenStore
  /** Requests to the adapter and other actors. */
  readonly client: Pick<Client, 'call' | 'tell'>
  readonly rollouts: Pick<Rollouts, 'play'>
  /** The run's worlds where they are vector worlds. */
  readonly vectors: Vectors
  /** Puts the time of some work down in the iteration's line, by that name; not in `begin`, `resume` and `measure`. */
  readonly timed: Stopwatch['timed']
}

/** A lab that times nothing. */
export type UntimedLab = Omit<Lab, 'timed'>

/** The progress of a method after the rollouts of an iteration; 0 is before the first. */
export interface Progress {
  readonly iteration: number
  readonly slots: Slots<unknown>
}

/** Rollouts that are ready to be trained on. */
export interface Collected extends Progress {
  readonly batch: RolloutBatch
  /** The groups to train on, before filtering. */
  readonly training: readonly PlayedGroup[]
  /** Events of task slots, in order. */
  readonly events: readonly LineageEvent<unknown>[]
  readonly warnings: readonly string[]
  /** Of vector worlds; left out, none were played. */
  readonly vectorSteps?: number
}

/** The result of training on a batch. */
export interface Learning<Learned> extends Pick<IterationMetrics, 'models' | 'measures'> {
  /** Of each episode trained on, for the table of episodes. */
  readonly feedback: readonly {
    readonly key: EpisodeKey
    readonly rollout: Rollout
    readonly feedback: EpisodeFeedback
  }[]
  readonly learned: Learned
}

/** Measured besides success on held-out tasks. */
export interface MethodMeasurement extends Omit<Evaluated, 'evaluations'> {
  /** Plays of vector worlds, of which the run keeps pictures; none if left out. */
  readonly shown?: readonly ShownRows[]
}

/** As a checkpoint kept it. */
export interface SavedProgress extends Progress {
  /** The result of `save`, parsed from JSON. @see MethodProgram.save */
  readonly state: unknown
}

/** The options of a run that a method reads before anything is started. */
export interface MethodOptions<Config extends RunConfig = RunConfig> {
  readonly config: Config
  readonly world: World
  /** A formulation given to `train` as an object; `undefined` if none was. */
  readonly formulation: unknown
}

/** For methods that choose a model for each agent. */
export type Agents = Pick<World, 'name' | 'agents'>

/** Where each model of a method starts, by its name on the engine: a folder, or the server that has it. */
export type ModelSources = Readonly<Record<string, string | ServiceSettings>>

/**
 * A method as it is written.
 *
 * @typeParam Settings its sections of the configuration.
 * @typeParam Parts made once from the configuration, and given to every call with the lab.
 * @typeParam Plan its progress; durable as far as `save` writes it.
 * @typeParam Batch result of one `collect`, and start of the next one.
 * @typeParam Learned kept from one `learn` to the next in this process; not durable.
 */
export interface MethodProgram<
  Settings extends MethodSettings,
  Parts extends object,
  Plan extends Progress,
  Batch extends Plan & Collected,
  Learned,
> {
  readonly name: string
  /** The sections that it reads besides those of every run, each with defaults; a setting of any other is refused. */
  readonly settings: Settings
  /** Values of settings that are allowed one by one but not together, in sentences; none if left out. */
  readonly contradictions?: (config: ConfigOf<Settings>) => readonly string[]
  /** Actors besides the engine, the policy and the worlds; none if left out. */
  readonly actors?: (context: ActorContext, config: ConfigOf<Settings>) => readonly RunActor[]
  /** Where each model starts. One is called `policy`. */
  readonly models: (config: ConfigOf<Settings>, world: Agents) => ModelSources
  /** The networks that it trains beside them, each begun with weights that are drawn by the run's key; none if left out. */
  readonly networks?: (config: ConfigOf<Settings>, world: World) => Readonly<Record<string, NetworkShape>>
  /** The model that plays each agent of the world; left out, `policy` is the only agent, played by the model of that name. */
  readonly players?: PlayerModels | ((config: ConfigOf<Settings>, world: Agents) => PlayerModels)
  /** Its requests to models besides playing and training its policy; nothing if left out. */
  readonly work?: (config: ConfigOf<Settings>, world: World) => MethodWork
  /**
   * Its further computing, in a phrase: the forecast of a run counts none of it. `null` if nothing; left out, the
   * forecast says that it does not know.
   */
  readonly uncounted?: string | null
  /** Whether it plays tasks that are in no slot, so that iterations leave no events of slots; left out, it plays those of slots. */
  readonly drawsElsewhere?: boolean
  /** Whether its requests have trees of candidates, for which a world must fork; left out, they have none. */
  readonly trees?: boolean
  /** Left out, there are no parts. @throws {RangeError} if the options ask for something impossible: nothing has been started then. */
  readonly prepare?: (options: MethodOptions<ConfigOf<Settings>>) => Promise<{
    readonly parts: Parts
    /** Called once at the end, whether or not anything was begun; nothing if left out. */
    readonly close?: () => Promise<void>
    /** Name of the formulation it trains by; left out, it takes none. */
    readonly formulation?: string | null
    /** In sentences: things it does not do or promise in this world. None if left out. */
    readonly caveats?: readonly string[]
  }>
  /** Left out: nothing is checked. @throws {RangeError} if nothing could ever be trained on: with it a run would learn nothing. */
  readonly requireSignal?: (options: MethodOptions<ConfigOf<Settings>>) => void
  /** @param slots with the tasks that the run starts from. */
  readonly begin: (lab: Lab<ConfigOf<Settings>> & Parts, slots: Slots<unknown>) => Promise<Plan>
  /** @throws {RangeError} if the state is none of this method's. */
  readonly resume: (lab: Lab<ConfigOf<Settings>> & Parts, saved: SavedProgress) => Promise<Plan>
  /** The state that a checkpoint keeps besides models and tasks, as JSON. */
  readonly save: (plan: Plan) => unknown
  /**
   * Rolls out the iteration after `before`. Trains nothing: it may run ahead of `learn`.
   *
   * @param before with the progress after the iteration before, once all before it are rolled out: itself, but for plans of `ahead`.
   */
  readonly collect: (
    lab: Lab<ConfigOf<Settings>> & Parts,
    before: Plan & { readonly previous: Promise<Plan> },
  ) => Promise<Batch>
  /**
   * Progress from which an iteration can be rolled out while those before it still are, as asynchronous mode does. Left out,
   * each follows from the rollouts of the one before.
   *
   * @param settled the newest progress before which all are rolled out.
   * @param last that from which the iteration before is rolled out.
   */
  readonly ahead?: (settled: Plan, last: Plan) => Plan
  /** Before the first `learn` of a process. */
  readonly fresh: Learned
  readonly learn: (lab: Lab<ConfigOf<Settings>> & Parts, batch: Batch, learned: Learned) => Promise<Learning<Learned>>
  /** All its measures besides those of every run, by `learn` and `measure`; nothing if left out. */
  readonly measures?: readonly Measure[] | ((config: ConfigOf<Settings>, world: World) => readonly Measure[])
  /** At evaluations, on fixed inputs; left out without such measures. */
  readonly measure?: (lab: Lab<ConfigOf<Settings>> & Parts, plan: Plan) => Promise<MethodMeasurement>
}

/** A method as the runner sees it. */
export interface Method extends Required<
  Pick<
    MethodProgram<MethodSettings, object, Progress, Collected, unknown>,
    'name' | 'settings' | 'drawsElsewhere' | 'uncounted'
  >
> {
  readonly contradictions: (config: RunConfig) => readonly string[]
  readonly models: (config: RunConfig, world: Agents) => ModelSources
  readonly networks: (config: RunConfig, world: World) => Readonly<Record<string, NetworkShape>>
  readonly work: (config: RunConfig, world: World) => MethodWork
  readonly measures: (config: RunConfig, world: World) => readonly Measure[]
  readonly prepare: (options: MethodOptions) => Promise<PreparedMethod>
}

export interface PreparedMethod {
  /** Name of the formulation it trains by; `null` where the configuration alone says how. */
  readonly formulation: string | null
  readonly caveats: readonly string[]
  /** As its program made them, for code that knows the method; empty if it makes none. */
  readonly parts: object
  /** Lets go of what they hold. */
  readonly close: () => Promise<void>
  /** Besides the engine, the policy and the worlds. */
  readonly actors: (context: ActorContext) => readonly RunActor[]
  /** The model that plays each agent of the world. */
  readonly players: PlayerModels
  readonly begin: (lab: UntimedLab, slots: Slots<unknown>) => Promise<MethodRun>
  readonly resume: (lab: UntimedLab, saved: SavedProgress) => Promise<MethodRun>
}

export interface Timed {
  /** Milliseconds by activity. */
  readonly laps: Stopwatch['laps']
}

/** A method under way. */
export interface MethodRun extends Pick<PreparedMethod, 'players'> {
  /** As it was begun or resumed. */
  readonly start: SavedProgress
  /** Without measures where the method has none of this kind. */
  readonly measure: () => Promise<MethodMeasurement>
  /** The next batch, which may have been rolled out ahead of time, in order. */
  readonly collect: () => Promise<Collected & SavedProgress & Timed>
  /** Trains on the batch last collected. */
  readonly learn: () => Promise<Learning<unknown> & Timed>
  /** Begins no further rollouts. */
  readonly stop: () => void
}
