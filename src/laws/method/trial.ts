/** A few iterations of a method on real actors, all of which share the calling thread, with what laws disturb. */
import type { RunConfig } from '../../config/config.ts'
import { inThisRealm } from '../../contracts/same-data.ts'
import type { ModelReference } from '../../contracts/models/model-reference.ts'
import type { RolloutBatch } from '../../contracts/messages/rollouts.ts'
import { episodeId } from '../../contracts/episode.ts'
import type { EpisodeFeedback } from '../../contracts/episode-feedback.ts'
import { replayLineage, rootEvents, type Slots } from '../../curriculum/slots.ts'
import type { MethodRun, SavedProgress } from '../../methods/method.ts'
import type { PlayedGroup } from '../../rollout/groups.ts'
import { loadModels } from '../../run/actors/load-models.ts'
import { rootTasks } from '../../run/start-run.ts'
import { beginningNetworks, modelsOf, prepare } from '../../run/prepare.ts'
import { startLab, type StartedLab } from '../../run/start-lab.ts'
import type { StoreBytes } from '../../store/stores.ts'

export interface MethodSubject {
  /** Of a run by the method; a law asks for a few of its iterations alone. */
  readonly config: RunConfig
  /** The method's own formulas, as `train` takes them. */
  readonly formulation?: unknown
}

/** The layer between the method and its actors. */
interface Disturbance {
  /** Replaces the played batch given to the method. */
  readonly played?: (batch: RolloutBatch) => RolloutBatch
  /** Answers to requests that wait side by side come in the opposite order. */
  readonly backwards?: boolean
  /** Where it continues from; left out, from its beginning. */
  readonly from?: Kept
}

/** A checkpoint's contents. */
interface Kept {
  readonly saved: SavedProgress
  readonly models: Readonly<Record<string, ModelReference>>
  readonly stores: StoreBytes
}

/** One iteration. */
export interface Made {
  /** The method's results on the batch, and its further course: plain data, equal where the iterations are equal. */
  readonly data: unknown
  readonly training: readonly PlayedGroup[]
  /** By the id of the episode; of those trained on. */
  readonly feedback: ReadonlyMap<string, EpisodeFeedback>
  /** Log-probabilities of some tokens by each model, networks and stores: before and after `collect`, and after `learn`. */
  readonly weights: Readonly<Record<'before' | 'collected' | 'learned', unknown>>
  readonly kept: Kept
}

/** Method, world and models of a subject; nothing has been started. @throws {RangeError} if one is not there or does not fit. */
export async function readied({ config, formulation }: MethodSubject) {
  const preparation = await prepare(config, formulation)
  return { preparation, stored: await loadModels(modelsOf(config, preparation)) }
}

/** @throws whatever the method throws. */
export async function trial(
  { config: given, formulation }: MethodSubject,
  iterations: number,
  { played = batch => batch, backwards = false, from }: Disturbance = {},
): Promise<readonly Made[]> {
  const supervision = { ...given.supervision, invalidShare: 1 }
  const config = { ...given, supervision, iterations: (from?.saved.iteration ?? 0) + iterations }
  const { preparation, stored } = await readied({ config, formulation })
  const networks = beginningNetworks(config, preparation)
  const unsubscribed = new AbortController().signal
  const started = await startLab({
    config,
    preparation,
    stored,
    networks,
    ...(from === undefined ? {} : { kept: from.stores }),
    inThread: true,
    tell: () => {},
    unsubscribed,
  })
  try {
    const turned = backwards ? turnedRound() : <T>(answer: Promise<T>) => answer
    const lab: StartedLab = {
      ...started,
      client: { tell: started.client.tell, call: question => turned(started.client.call(question)) },
      rollouts: { play: async requests => played(await started.rollouts.play(requests)) },
    }
    const names = { models: Object.keys(stored), networks: Object.keys(networks) }
    for (const [name, reference] of Object.entries(from?.models ?? {})) await lab.model(name).load(reference)
    const run = await (from === undefined
      ? preparation.prepared.begin(lab, slotsOf(await rootTasks(config, lab.world)))
      : preparation.prepared.resume(lab, from.saved))
    const made: Made[] = []
    while (made.length < iterations) made.push(await iterationOf(run, lab, names))
    run.stop()
    return made
  } finally {
    await started.stop()
  }
}

interface Names {
  readonly models: readonly string[]
  readonly networks: readonly string[]
}

async function iterationOf(run: MethodRun, lab: StartedLab, names: Names): Promise<Made> {
  const weights = async (): Promise<readonly unknown[]> => [
    ...(await Promise.all(names.models.map(async name => (await lab.model(name).logprobs([probe]))[0]))),
    ...(await Promise.all(names.networks.map(async name => (await lab.network(name).snapshot()).weights))),
    lab.stores.snapshot(),
  ]
  const before = await weights()
  const { batch, training, events, warnings, laps: _, ...progress } = await run.collect()
  const collected = await weights()
  const { feedback: rows, learned: _learned, laps: _laps, ...learning } = await run.learn()
  const feedback = new Map(rows.map(({ key, feedback: own }) => [episodeId(key), own]))
  const learned = await weights()
  const { iteration, slots, state } = progress
  const all = [...names.models, ...names.networks]
  const models = await Promise.all(all.map(async name => [name, await lab.model(name).snapshot()] as const))
  const saved = { iteration, slots, state: JSON.parse(JSON.stringify(state ?? null)) as unknown }
  const ids = [...batch.rollouts.keys()].sort()
  const data = inThisRealm({
    ids,
    events,
    warnings,
    iteration,
    slots,
    state,
    learning,
    feedback: [...feedback].sort(byId),
    learned,
  })
  return {
    data,
    training,
    feedback,
    weights: { before, collected, learned },
    kept: { saved, models: Object.fromEntries(models), stores: lab.stores.snapshot() },
  }
}

const probe = { tokens: Int32Array.of(1, 2, 3, 4, 5, 6) }

const byId = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : a > b ? 1 : 0)

const slotsOf = (tasks: readonly unknown[]): Slots<unknown> => replayLineage(rootEvents(tasks))

/** Holds answers until nothing else happens, and gives those that wait last first. */
function turnedRound(): <T>(answer: Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  const release = (): void => {
    for (const next of waiting.splice(0).reverse()) next()
  }
  return async answer => {
    const settled = await Promise.allSettled([answer])
    await new Promise<void>(resolve => {
      waiting.push(resolve)
      if (waiting.length === 1) setImmediate(release)
    })
    const [result] = settled
    if (result.status === 'rejected') throw result.reason
    return result.value
  }
}
