/** The household, or any text world, played by a language model through the actors of a training run; nothing is trained. */
import { soleAgent } from '../../rollout/episode/agents.ts'
import { actorModule } from '../../rollout/actor-module.ts'
import { addresses } from '../../contracts/addresses.ts'
import type { DeviceOptions } from '../../engine/open-device.ts'
import type { EnvironmentSource } from '../../contracts/worlds/environment-source.ts'
import { derive, rootKey } from '../../math/random.ts'
import type {
  UsageReply,
  GetUsageCall,
  Failed,
  Finished,
  Loaded,
  LoadCall,
  Play,
} from '../../contracts/messages/run.ts'
import { createSystem } from '../../runtime/system.ts'
import type { LinkOptions } from '../../runtime/wires/link-options.ts'
import { deferred } from '../../runtime/waiting/deferred.ts'
import type { MeasureUse, Measured } from '../../contracts/messages/steps.ts'
import type { StoredModel } from '../../run/actors/stored-model.ts'
import { describeFailure } from '../../contracts/failure.ts'
import type { LanguageLoad } from './load.ts'
import { answeredFirst, questioner } from '../measure/questions.ts'
import { profiled } from '../measure/profiled.ts'
import { deviceRates, type PlayedWork, type Rates } from '../measure/rates.ts'

interface LanguageRunOptions {
  readonly environment: EnvironmentSource
  readonly policy: StoredModel
  /** Module of an actor in the place of `policy`, with the same options; `null` for the usual one. */
  readonly actor: URL | null
  readonly threads: number
  /** Episodes under way at a time, a thread. */
  readonly worlds: number
  readonly engine: DeviceOptions
  /** Most requests of one device call. */
  readonly maxBatch: number
  readonly link: LinkOptions
  /** Folder for a profile of each actor; `null` for none. */
  readonly profile: string | null
  readonly load: LanguageLoad
  /** How many are played; `null`: one that ends is followed by another until all is stopped. */
  readonly episodes: number | null
}

interface LanguageReading {
  readonly accounted: UsageReply
  readonly measured: Measured
  readonly played: PlayedWork
}

interface LanguageRun {
  /** Sets the episodes going. */
  readonly begin: () => void
  /** Resolves once as many have ended as are to be played. */
  readonly over: Promise<void>
  /** Use of the device since the last reading. */
  readonly read: () => Promise<LanguageReading>
  readonly stop: () => Promise<void>
}

type In = Finished | Failed | Loaded | UsageReply | Measured

/** Starts all actors. */
export async function startLanguage(options: LanguageRunOptions): Promise<LanguageRun> {
  const { environment, policy, actor, threads, worlds, engine, maxBatch, link, load, episodes, profile } = options
  const { trainer, gpu, policy: player } = addresses
  const names = Array.from({ length: threads }, (_, index) => addresses.environment(index))
  const system = await createSystem<In, Play | LoadCall | GetUsageCall | MeasureUse>({
    caller: trainer,
    link,
    actors: [
      { name: gpu, module: actorModule('gpu'), options: { engine, maxBatch }, ...profiled(profile, gpu) },
      {
        name: player,
        module: actor ?? actorModule('policy'),
        options: { tokenizers: { [load.sampling.model]: policy.tokenizer } },
        ...profiled(profile, player),
      },
      ...names.map(name => ({
        name,
        module: actorModule('environment'),
        options: environment,
        ...profiled(profile, name),
      })),
    ],
    edges: [
      [trainer, gpu],
      [player, gpu],
      ...names.flatMap((name): [string, string][] => [
        [trainer, name],
        [name, player],
      ]),
    ],
  })
  const ask = questioner(system)
  const { model } = load.sampling
  await answeredFirst(
    ask(id => ({ kind: 'load', to: gpu, from: trainer, id, model, reference: policy.reference }), 'loaded'),
    system,
  )

  let started = 0
  let played: PlayedWork = { episodes: 0, steps: 0, won: 0 }
  let problem: Error | null = null
  const over = deferred<void>()
  const fail = (error: Error): void => {
    problem ??= error
    over.resolve()
  }
  const play = (to: string): void => {
    if (started === episodes) return
    const task = load.tasks[started % load.tasks.length]
    const id = `episode/${started}`
    const sampling = { ...load.sampling, key: derive(rootKey(load.seed), started) }
    started += 1
    system.send({
      kind: 'play',
      to,
      from: trainer,
      id,
      task,
      players: { [soleAgent]: { kind: 'model', sampling } },
      observers: {},
    })
  }
  system.inbox.subscribe({
    next: message => {
      if (message.kind === 'failed') fail(new Error(describeFailure(message.failure)))
      if (message.kind !== 'finished') return
      const { steps, won } = message.episode
      played = {
        episodes: played.episodes + 1,
        steps: played.steps + steps.length,
        won: played.won + (won ? 1 : 0),
      }
      if (played.episodes === episodes) over.resolve()
      play(message.from)
    },
    error: fail,
  })

  return {
    begin: () => {
      for (let world = 0; world < worlds; world += 1) names.forEach(play)
    },
    over: over.promise,
    async read() {
      if (problem !== null) throw problem
      const accounted = await ask(id => ({ kind: 'get-usage', to: gpu, from: trainer, id }), 'usage')
      const measured = await ask(id => ({ kind: 'measure', to: gpu, from: trainer, id }), 'measured')
      return { accounted, measured, played }
    },
    stop: () => system.stop(),
  }
}

/** The difference of two readings. Steps are those of the episodes that have ended. */
export function workRates(before: LanguageReading, after: LanguageReading): Rates {
  const rates = languageRates(before, after)
  return { ...rates, stepsPerSecond: (rates.played?.steps ?? 0) / rates.seconds }
}

/** The same, where episodes are under way at both: an action sampled is a step. */
export function languageRates(before: LanguageReading, after: LanguageReading): Rates {
  const lengthMs = after.measured.at - before.measured.at
  const uses = after.accounted.uses
  const samples = uses.find(({ verb }) => verb === 'sample') ?? { calls: 0, requests: 0 }
  const ms = uses.reduce((sum, use) => sum + use.ms, 0)
  return {
    seconds: lengthMs / 1000,
    played: {
      episodes: after.played.episodes - before.played.episodes,
      steps: after.played.steps - before.played.steps,
      won: after.played.won - before.played.won,
    },
    stepsPerSecond: (samples.requests / lengthMs) * 1000,
    ...deviceRates({ calls: samples.calls, requests: samples.requests, ms, lengthMs }),
    queue: after.measured.queue,
    training: null,
  }
}
