/** Episodes of the household whose policy and reward model are a simulated server, through the actors of a run. */
import { tap } from 'rxjs'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import { rlanythingConfig, type RlanythingConfig } from '../../src/methods/rlanything/settings.ts'
import { isTree } from '../../src/config/tree.ts'
import { environmentSource } from '../../src/config/environment-source.ts'
import type { Addressed } from '../../src/contracts/actor.ts'
import { addresses } from '../../src/contracts/addresses.ts'
import { recordedObserver } from '../../src/contracts/episode.ts'
import type { ToTrainer } from '../../src/contracts/messages/calls.ts'
import type { Rollouts } from '../../src/contracts/messages/rollouts.ts'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'
import { loadWorld } from '../../src/rollout/load-world.ts'
import { votingOf, rewardModelName } from '../../src/reward/requests-with-votes.ts'
import { observerActor } from '../../src/reward/kinds/observer-actor.ts'
import { policyName, policyRequest } from '../../src/rollout/rollout-requests.ts'
import { createRollouts } from '../../src/rollout/rollouts.ts'
import { servedModelOf } from '../../src/config/openai-schema.ts'
import { actorsOf, edgesOf, recoveriesOf, specsOf } from '../../src/run/actors/roles.ts'
import { servedStored } from '../../src/run/actors/served-models.ts'
import { speechOf } from '../../src/run/actors/speech.ts'
import { createRoster } from '../../src/runtime/supervision/roster.ts'
import { createOnMachines } from '../../src/runtime/machines/create-on-machines.ts'
import { createSystem, type System } from '../../src/runtime/system.ts'
import type { Workers } from '../machines/workers.ts'
import { threadNumbers } from './threads.ts'

export interface Settings {
  readonly url: string
  readonly votes: number
  /** Requests under way at once, of policy and of reward model each. */
  readonly concurrent: number
  /** Whether the votes on a step are one request. */
  readonly parallelSampling: boolean
}

export function configOf({ url, votes, concurrent, parallelSampling }: Settings): RlanythingConfig {
  const service = {
    url,
    model: 'simulated',
    maxConcurrent: concurrent,
    deadlineSeconds: 3600,
    contextTokens: 1e6,
    parallelSampling,
  }
  return rlanythingConfig(
    parseRunConfig({
      environment: { name: 'household', options: { receptacles: 'full' } },
      engine: { kind: 'openai', openai: service },
      policy: { maxTokens: 512 },
      rewardModel: { train: false, service, maxTokens: 512, votes },
    }),
  )
}

export interface Actors {
  readonly system: System<ToTrainer, Addressed>
  readonly rollouts: Rollouts
  /** When each episode was over, ms on the clock of `performance`, in that order. */
  readonly overAt: readonly number[]
  /** The thread of each actor, where all of them could be told apart. */
  readonly threads: ReadonlyMap<string, number>
}

interface PlayersOptions {
  /** Episodes at once in an environment thread. */
  readonly most: number
  /** Workers, each of which has an environment thread; left out, there is one here. */
  readonly machines?: { readonly count: number; readonly workers: Workers }
}

/** The actors of a run but the engine of this machine, which has nothing to do here. */
export async function startPlayers(config: RlanythingConfig, { most, machines }: PlayersOptions): Promise<Actors> {
  const service = config.rewardModel.service
  if (service === null) throw new RangeError('the reward model must be on a server')
  const stored = await servedStored(service)
  const models = { [policyName]: stored, [rewardModelName]: stored }
  const environment = environmentSource(config.environment)
  const served = servedModelOf(service)
  const all = actorsOf({
    environment,
    environmentThreads: machines?.count ?? 1,
    engine: { engine: 'onnx', threads: 1, provider: 'cpu' },
    callMs: 100_000,
    speech: await speechOf(models, environment, config.policy.date),
    served: { [policyName]: served, [rewardModelName]: served },
    supervision: config.supervision,
    additional: context => [observerActor(context)],
  })
  const actors = all
    .filter(({ name }) => name !== addresses.gpu)
    .map(({ peers, ...rest }) => ({ ...rest, peers: peers.filter(name => name !== addresses.gpu) }))
  const isElsewhere = (name: string): boolean => machines !== undefined && name.startsWith(addresses.environments)
  const connected = await machines?.workers.connect()
  const before = new Set(threadNumbers())
  const assembled = {
    caller: addresses.trainer,
    actors: specsOf(actors, config.supervision),
    edges: edgesOf(actors),
    link: { gather: 1024 },
  }
  const whereIs = (name: string) => (isElsewhere(name) ? ({ on: null } as const) : 'here')
  const system =
    connected === undefined
      ? await createSystem<ToTrainer, Addressed>(assembled)
      : await createOnMachines<ToTrainer, Addressed>(assembled, { ...connected, whereIs })
  /* Nothing is played again here: a death spoils the measurement. */
  system.events.subscribe(event => console.error(JSON.stringify(event)))
  const fresh = threadNumbers().filter(number => !before.has(number))
  const here = actors.filter(({ name }) => !isElsewhere(name))
  const known = fresh.length === here.length ? here.map(({ name }, index) => [name, fresh[index] ?? 0] as const) : []
  const overAt: number[] = []
  const rollouts = createRollouts({
    inbox: system.inbox.pipe(
      tap(({ kind }) => {
        if (kind === 'finished') overAt.push(performance.now())
      }),
    ),
    send: system.send,
    liveness: createRoster(),
    recoveries: recoveriesOf(actors),
    maxPerWorker: most,
    silenceMs: 3_600_000,
  })
  return { system, rollouts, overAt, threads: new Map([[addresses.trainer, process.pid], ...known]) }
}

/** Fresh tasks of the world, cut off after so many steps: to make one takes longer than to play it. */
export async function makeTasks(config: RlanythingConfig, steps: number): Promise<readonly unknown[]> {
  const world = await loadWorld(environmentSource(config.environment))
  const key = rootKey(config.seed)
  return Array.from({ length: differentTasks }, (_, index) => {
    const task = world.generate?.('train', randomFrom(derive(key, index)))
    return isTree(task) ? { ...task, stepLimit: steps } : task
  })
}

const differentTasks = 8

/** Plays so many episodes at once. @returns turns played, and how many of them or of their votes could not be had. */
export async function playAll(
  { rollouts }: Pick<Actors, 'rollouts'>,
  config: RlanythingConfig,
  { tasks, episodes }: { readonly tasks: readonly unknown[]; readonly episodes: number },
): Promise<{ readonly turns: number; readonly invalid: number }> {
  const where = { config, root: rootKey(config.seed) }
  const requests = Array.from({ length: episodes }, (_, episode) => {
    const key = { use: 'bench', iteration: episodes, slot: 0, episode }
    const observers = { [recordedObserver]: votingOf(where, key, 'verdicts') }
    return { ...policyRequest(where, key, tasks[episode % tasks.length]), observers }
  })
  const batch = await rollouts.play(requests)
  const played = [...batch.rollouts.values()]
  const invalidVotes = played
    .flatMap(({ notes }) => notes[recordedObserver] ?? [])
    .filter(({ kind }) => kind === 'invalid')
  return {
    turns: played.reduce((sum, { episode }) => sum + episode.steps.length, 0),
    invalid: batch.invalid.length + invalidVotes.length,
  }
}
