/**
 * A training method: a program over models, rollouts and tasks. The runner begins it, repeats it, measures the policy, saves
 * and resumes; it knows no method. Types only.
 */
import type { RunConfig } from '../config/config.ts'
import type { Client } from '../contracts/messages/client.ts'
import type { LanguageModels } from '../contracts/models/language-model.ts'
import type { World } from '../contracts/worlds/world.ts'
import type { EpisodeKey, Rollout } from '../contracts/episode.ts'
import type { EpisodeFeedback } from '../contracts/episode-feedback.ts'
import type { IterationMetrics, IterationTime, JudgeQuality } from '../contracts/metrics.ts'
import type { RolloutBatch, Rollouts } from '../contracts/messages/rollouts.ts'
import type { LineageEvent } from '../curriculum/lineage.ts'
import type { Slots } from '../curriculum/slots.ts'
import type { Key } from '../math/random.ts'
import type { PlayedGroup } from '../rollout/groups.ts'
import type { PlayerModels } from '../rollout/rollout-requests.ts'
import type { RunActor } from './run-actor.ts'

/** The context of a method. */
export interface Lab {
  readonly config: RunConfig
  readonly world: World
  /** The run's key: every draw is derived from it. */
  readonly root: Key
  /** The models, by their names on the engine; one that `models` does not name is there once it has been loaded. */
  readonly model: LanguageModels
  /** Requests to the adapter and other actors. */
  readonly client: Pick<Client, 'call' | 'tell'>
  readonly rollouts: Pick<Rollouts, 'play'>
}

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
  /** Milliseconds. */
  readonly laps: Pick<IterationTime, 'rollout' | 'adaptation'>
}

/** The parts of a line of metrics that are the method's own. */
export type MethodMetrics = Pick<IterationMetrics, 'judge' | 'policy' | 'rewardModel' | 'adaptation' | 'own'>

/** The result of training on a batch. */
export interface Learning<Learned> {
  readonly metrics: MethodMetrics
  /** Of each episode trained on, for the table of episodes. */
  readonly feedback: readonly {
    readonly key: EpisodeKey
    readonly rollout: Rollout
    readonly feedback: EpisodeFeedback
  }[]
  readonly learned: Learned
  /** Milliseconds. */
  readonly laps: Pick<IterationTime, 'trainPolicy' | 'trainRewardModel'>
}

/** As a checkpoint kept it. */
export interface SavedProgress extends Progress {
  /** The result of `save`, parsed from JSON. @see MethodProgram.save */
  readonly state: unknown
}

/** The options of a run that a method reads before anything is started. */
export interface MethodOptions {
  readonly config: RunConfig
  readonly world: World
  /** A formulation given to `train` as an object; `undefined` if none was. */
  readonly formulation: unknown
}

/** The agents of a world, for methods that play whoever acts in it. */
export type Agents = Pick<World, 'name' | 'agents'>

/** Actors that a method needs beside the engine, the policy and the worlds. */
export type ExtraActor = 'observer' | 'adapter'

/**
 * A method as it is written.
 *
 * @typeParam Parts made once from the configuration, and there in every call beside the lab.
 * @typeParam Plan its progress; durable as far as `save` writes it.
 * @typeParam Batch what one `collect` gives, and the next one starts from.
 * @typeParam Learned kept from one `learn` to the next in this process; not durable.
 */
export interface MethodProgram<Parts extends object, Plan extends Progress, Batch extends Plan & Collected, Learned> {
  readonly name: string
  readonly actors: readonly ExtraActor[]
  /** Actors of its own; none if left out. */
  readonly ownActors?: readonly RunActor[]
  /** The folder that each model starts from, by its name on the engine. One is called `policy`. */
  readonly models: (config: RunConfig, world: Agents) => Readonly<Record<string, string>>
  /** The model that plays each agent of the world; left out, `policy` is the only agent, played by the model of that name. */
  readonly players?: PlayerModels | ((config: RunConfig, world: Agents) => PlayerModels)
  /**
   * What it computes beside what every method does (playing, judging, training policy and reward model, as the settings say), in a phrase: the
   * forecast of a run counts none of it. `null` if nothing; left out, the forecast says that it does not know.
   */
  readonly uncounted?: string | null
  /** Whether it plays tasks that are in no slot, so that iterations leave no events of slots; left out, it plays those of slots. */
  readonly drawsElsewhere?: boolean
  /** Whether its requests have trees of candidates, for which a world must fork; left out, they have none. */
  readonly trees?: boolean
  /** Left out: nothing is checked. @throws {RangeError} if nothing could ever be trained on: with it a run would learn nothing. */
  readonly requireSignal?: (options: MethodOptions) => void
  /** @throws {RangeError} if the options ask for something impossible: nothing has been started then. */
  readonly prepare: (options: MethodOptions) => Promise<{
    readonly parts: Parts
    readonly formulation: string | null
    /** In sentences: what it does not do or promise in this world. None if left out. */
    readonly caveats?: readonly string[]
  }>
  /** @param slots with the tasks that the run starts from. */
  readonly begin: (lab: Lab & Parts, slots: Slots<unknown>) => Promise<Plan>
  /** @throws {RangeError} if the state is none of this method's. */
  readonly resume: (lab: Lab & Parts, saved: SavedProgress) => Promise<Plan>
  /** The state that a checkpoint keeps beside models and tasks, as JSON. */
  readonly save: (plan: Plan) => unknown
  /** Rolls out the iteration after `before`. Trains nothing: it may run ahead of `learn`. */
  readonly collect: (lab: Lab & Parts, before: Plan) => Promise<Batch>
  /** Before the first `learn` of a process. */
  readonly fresh: Learned
  readonly learn: (lab: Lab & Parts, batch: Batch, learned: Learned) => Promise<Learning<Learned>>
  /** Quality of the reward model on fixed rollouts; left out where there is none. */
  readonly measure?: (lab: Lab & Parts, plan: Plan) => Promise<JudgeQuality>
}

/** A method as the runner sees it. */
export interface Method extends Required<
  Pick<
    MethodProgram<object, Progress, Collected, unknown>,
    'name' | 'actors' | 'ownActors' | 'models' | 'drawsElsewhere' | 'uncounted'
  >
> {
  readonly prepare: (options: MethodOptions) => Promise<PreparedMethod>
}

export interface PreparedMethod {
  /** Name of the formulation it trains by; `null` where the configuration alone says how. */
  readonly formulation: string | null
  readonly caveats: readonly string[]
  /** The model that plays each agent of the world. */
  readonly players: PlayerModels
  readonly begin: (lab: Lab, slots: Slots<unknown>) => Promise<MethodRun>
  readonly resume: (lab: Lab, saved: SavedProgress) => Promise<MethodRun>
}

/** A method under way. */
export interface MethodRun extends Pick<PreparedMethod, 'players'> {
  /** As it was begun or resumed. */
  readonly start: SavedProgress
  /** `null` where the method has no reward model. */
  readonly measure: () => Promise<JudgeQuality | null>
  /** The next batch, which may have been rolled out ahead of time, in order. */
  readonly collect: () => Promise<Collected & SavedProgress>
  /** Trains on the batch last collected. */
  readonly learn: () => Promise<Learning<unknown>>
  /** Begins no further rollouts. */
  readonly stop: () => void
}
