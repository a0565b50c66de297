/** Threads of vector worlds and the gpu actor, running until they are stopped; an actor that dies is replaced. */
import { actorModule } from '../../rollout/actor-module.ts'
import { addresses } from '../../contracts/addresses.ts'
import type { NetworkSource } from '../../contracts/models/network.ts'
import type { DeviceOptions } from '../../engine/open-device.ts'
import type { EnvironmentSource } from '../../contracts/worlds/environment-source.ts'
import { derive, rootKey } from '../../math/random.ts'
import { createSystem } from '../../runtime/system.ts'
import type { LinkOptions } from '../../runtime/wires/link-options.ts'
import type { SystemEvent } from '../../runtime/supervision/system-event.ts'
import type {
  CountSteps,
  Counted,
  LoadNetwork,
  MeasureUse,
  Measured,
  RunSteps,
  ToConductor,
} from '../../contracts/messages/steps.ts'
import { asError } from '../../contracts/failure.ts'
import { answeredFirst, persistently, questioner } from '../measure/questions.ts'
import { profiled } from '../measure/profiled.ts'
import { deviceRates, noQueue, stepRate, type Rates } from '../measure/rates.ts'
import { nth } from '../../math/nth.ts'

interface WorldsRunOptions {
  readonly source: EnvironmentSource
  readonly threads: number
  /** A thread. */
  readonly worlds: number
  readonly network: NetworkSource
  /** Module of an actor in the place of `gpu`; `null` for the network. */
  readonly actor: URL | null
  /** Numbers that are said of each observation. */
  readonly outputs: number
  readonly engine: DeviceOptions
  readonly temperature: number
  readonly seed: number
  /** Most rows of one device call. */
  readonly maxRows: number
  /** Most messages of one. */
  readonly maxBatch: number
  readonly link: LinkOptions
  /** Folder for a profile of each actor; `null` for none. */
  readonly profile: string | null
}

export interface WorldsRun {
  /** The counts so far, to be compared with a later reading by `ratesBetween`. */
  readonly read: () => Promise<Reading>
  /** Replaces an actor, as if it had died. */
  readonly restart: (name: string) => Promise<void>
  readonly stop: () => Promise<void>
}

export interface Reading {
  readonly threads: readonly Counted[]
  /** Since the reading before; `null` where the actor is a user's own. */
  readonly device: Measured | null
}

type Question = LoadNetwork | MeasureUse | CountSteps

const network = 'policy'

/** Starts everything and sets the worlds going. @throws {DeathError} if an actor does not get ready. */
export async function startWorlds(options: WorldsRunOptions): Promise<WorldsRun> {
  const { source, threads, worlds, engine, temperature, seed, maxRows, maxBatch, link, outputs, profile, actor } =
    options
  const { trainer, gpu } = addresses
  const names = Array.from({ length: threads }, (_, index) => addresses.worlds(index))
  const supervision = { kind: 'restart' } as const
  const system = await createSystem<ToConductor, Question | RunSteps>({
    caller: trainer,
    link,
    actors: [
      {
        name: gpu,
        ...(actor === null
          ? { module: actorModule('gpu'), options: { engine, maxRows, maxBatch } }
          : { module: actor, options: {} }),
        supervision,
        ...profiled(profile, gpu),
      },
      ...names.map((name, index) => ({
        name,
        module: actorModule('vector-worlds'),
        options: { source, worlds, temperature, key: derive(rootKey(seed), 'worlds', index) },
        supervision,
        ...profiled(profile, name),
        /* A user's world may be slow. */
        hangMs: 60_000,
      })),
    ],
    edges: [
      [trainer, gpu],
      ...names.flatMap((name): [string, string][] => [
        [trainer, name],
        [name, gpu],
      ]),
    ],
  })

  const ask = questioner(system)
  let broken: Error | null = null
  system.inbox.subscribe({ error: (error: unknown) => (broken = asError(error)) })
  const equip = async (): Promise<void> => {
    if (actor !== null) return
    const source = options.network
    await ask(id => ({ kind: 'load-network', to: gpu, from: trainer, id, network, source }), 'network-loaded')
  }
  const run = (to: string): void => system.send({ kind: 'run', to, from: trainer, network, outputs })

  /* Settled as long as the gpu actor has its network. */
  let equipped = equip()
  const restore = async (actor: string): Promise<void> => {
    if (actor === gpu) equipped = equip()
    await equipped
    for (const name of actor === gpu ? names : [actor]) run(name)
  }
  system.events.subscribe((event: SystemEvent) => {
    /* Should the gpu actor die again meanwhile, its next restart sets everything going. */
    if (event.kind === 'restarted') void restore(event.actor).catch(() => {})
  })
  await answeredFirst(equipped, system)
  names.forEach(run)

  const measure = () => ask(id => ({ kind: 'measure', to: gpu, from: trainer, id }), 'measured')
  const count = (to: string) => () => ask(id => ({ kind: 'count', to, from: trainer, id }), 'counted')

  return {
    async read() {
      const [device, ...threads] = await Promise.all([
        actor === null ? persistently(measure, () => broken) : null,
        ...names.map(name => persistently(count(name), () => broken)),
      ])
      return { threads, device }
    },
    restart: name => system.restart(name),
    stop: () => system.stop(),
  }
}

/** The difference of two readings. */
export function ratesBetween(before: Reading, after: Reading): Rates {
  const lengthMs = timeOf(after) - timeOf(before)
  return {
    seconds: lengthMs / 1000,
    training: null,
    played: null,
    stepsPerSecond: after.threads.reduce(
      (sum, counted, index) => sum + stepRate(nth(before.threads, index), counted),
      0,
    ),
    ...useOf(after.device, lengthMs),
  }
}

const timeOf = ({ device, threads }: Reading): number => device?.at ?? nth(threads, 0).at

function useOf(device: Measured | null, lengthMs: number): Pick<Rates, 'requestsPerCall' | 'deviceShare' | 'queue'> {
  if (device === null) return { requestsPerCall: null, deviceShare: null, queue: noQueue }
  const { calls, rows: requests, ms, queue } = device
  return { ...deviceRates({ calls, requests, ms, lengthMs }), queue }
}
