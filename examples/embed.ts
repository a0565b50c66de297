/**
 * A harness of one's own: the package's gpu and environment actors with another policy among them, which draws
 * several actions and takes the most frequent one. Counts the unseen household tasks that it solves. The environment
 * is supervised: when its thread is replaced, what it had not finished is played again, and is the same episode.
 */
import { count, filter, lastValueFrom, take, tap } from 'rxjs'
import { fileURLToPath } from 'node:url'
import {
  addresses,
  createSystem,
  derive,
  FailedError,
  loadEnvironment,
  loadTokenizerJson,
  randomFrom,
  rootKey,
  type Healths,
  type Play,
  type SystemEvent,
  type ToEnvironment,
  type ToGpu,
  type ToPolicy,
  type ToTrainer,
} from 'rlanything'

export interface EmbedOptions {
  /** Folder of the policy's model, e.g. that of the package's `starters/household/policy`. */
  readonly model: string
  readonly tasks: number
  /** Actions drawn at each step, of which the most frequent one is taken; 1 is plain sampling. */
  readonly draws: number
  /** Replaces the environment's thread once so many episodes have been finished; never if omitted. */
  readonly restartAfter?: number
  readonly tell?: (text: string) => void
}

type Order = Pick<Play, 'id' | 'task' | 'players' | 'observers'>

/** @returns how many of the tasks were solved. @throws {DeathError} if an actor dies; {FailedError} if an episode fails. */
export async function countSolved(options: EmbedOptions): Promise<number> {
  const { model: folder, tasks, draws, restartAfter = Infinity, tell = () => {} } = options
  const { trainer, gpu, policy } = addresses
  const environment = addresses.environment(0)
  const model = 'policy'
  const household = { module: import.meta.resolve('rlanything/environments/household'), options: {} }
  const world = await loadEnvironment(household)
  const tokenizer = await loadTokenizerJson(folder)

  const system = await createSystem<ToTrainer, ToEnvironment | ToGpu | ToPolicy>({
    actors: [
      { name: gpu, module: moduleOf('rlanything/actors/gpu'), options: { engine: { engine: 'onnx', threads: 1 } } },
      { name: policy, module: new URL('./majority-policy.js', import.meta.url), options: { tokenizer, draws } },
      {
        name: environment,
        module: moduleOf('rlanything/actors/environment'),
        options: household,
        supervision: { kind: 'restart', maxRestarts: 3, withinMs: 60_000 },
      },
    ],
  })
  /** Episodes under way, by the name under which they are played: another one each time. */
  const open = new Map<string, Order>()
  const play = (order: Order, attempt: number): void => {
    const id = `${order.id}~${attempt}`
    open.set(id, order)
    system.send({ ...order, kind: 'play', to: environment, from: trainer, id })
  }
  const react = (event: SystemEvent): void => {
    tell(describe(event))
    if (event.kind !== 'restarted') return
    for (const [id, order] of [...open]) {
      open.delete(id)
      system.send({ kind: 'closed', to: policy, from: trainer, id, reader: 'policy', model })
      play(order, event.incarnation)
    }
  }
  let finished = 0
  let replaced = Promise.resolve()
  const won = system.inbox.pipe(
    tap(message => {
      if (message.kind === 'failed' && open.has(message.id)) throw new FailedError(message.failure)
    }),
    filter(message => message.kind === 'finished'),
    filter(({ id }) => open.delete(id)),
    tap(() => {
      finished += 1
      if (finished === restartAfter)
        replaced = system.restart(environment).catch((error: unknown) => tell(String(error)))
    }),
    take(tasks),
    count(({ episode }) => episode.won),
  )
  const events = system.events.subscribe(react)
  try {
    /* Between senders there is no order: the model must be there before the policy can ask for it. */
    const load = {
      kind: 'load',
      to: gpu,
      from: trainer,
      id: 'load',
      model,
      reference: { kind: 'folder', path: folder },
    } as const
    await system.ask(load, { deadlineMs: 60_000 })
    for (let index = 0; index < tasks; index += 1) {
      const key = derive(rootKey(1), index)
      const task = world.generate('unseen', randomFrom(derive(key, 'task')))
      const sampling = { model, temperature: 0.8, topP: 1, maxTokens: 8, key: derive(key, 'policy') }
      play({ id: `episode ${index}`, task, players: { policy: { kind: 'model', sampling } }, observers: {} }, 0)
    }
    const solved = await lastValueFrom(won)
    await replaced
    tell(busyness(gpu, await system.health()))
    return solved
  } finally {
    events.unsubscribe()
    await system.stop()
  }
}

function describe(event: SystemEvent): string {
  switch (event.kind) {
    case 'died':
      return `${event.death.actor} died (${event.death.cause}): ${event.death.reason}`
    case 'exited':
      return `${event.actor} ended by itself`
    case 'restarted':
      return `${event.actor} is there again, for the ${event.incarnation + 1}. time`
  }
}

function busyness(name: string, { [name]: health }: Healths): string {
  if (health?.state !== 'running') return `${name} is ${health?.state}`
  const { batch = { count: 0, sum: 0, largest: 0 } } = health.tallies
  return `${name} took ${batch.sum} requests in ${batch.count} batches of at most ${batch.largest}`
}

const moduleOf = (name: string): URL => new URL(import.meta.resolve(name))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const model = fileURLToPath(new URL('starters/household/policy', import.meta.resolve('rlanything/package.json')))
  for (const draws of [1, 5]) {
    const solved = await countSolved({ model, tasks: 64, draws, restartAfter: 16, tell: console.log })
    console.log(`${draws} drawn: ${solved} of 64 unseen tasks solved`)
  }
}
