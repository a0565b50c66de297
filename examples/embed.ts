/**
 * A harness of one's own: the package's gpu and environment actors with another policy among them, which draws
 * several actions and takes the most frequent one. Counts the unseen household tasks that it solves.
 */
import { filter, firstValueFrom, lastValueFrom, map, take, toArray } from 'rxjs'
import { fileURLToPath } from 'node:url'
import {
  addresses,
  createSystem,
  derive,
  FailedError,
  loadEnvironment,
  loadModel,
  loadTokenizerJson,
  randomFrom,
  rootKey,
  type ToEnvironment,
  type ToGpu,
  type ToTrainer,
} from '../src/index.ts'

export interface EmbedOptions {
  /** Folder of the policy's model, e.g. `starters/household/policy`. */
  readonly model: string
  readonly tasks: number
  /** Actions drawn at each step, of which the most frequent one is taken; 1 is plain sampling. */
  readonly draws: number
}

/** @returns how many of the tasks were solved. @throws {DeathError} if an actor dies; {FailedError} if an episode fails. */
export async function countSolved({ model: folder, tasks, draws }: EmbedOptions): Promise<number> {
  const { trainer, gpu, policy } = addresses
  const environment = addresses.environment(0)
  const model = 'policy'
  const household = { module: moduleOf('environments/household/index').href, options: {} }
  const world = await loadEnvironment(household)
  const tokenizer = await loadTokenizerJson(folder)

  const system = await createSystem<ToTrainer, ToEnvironment | ToGpu>({
    actors: [
      { name: gpu, module: moduleOf('actors/gpu'), options: { engine: { engine: 'onnx', threads: 1 } } },
      { name: policy, module: moduleOf('examples/majority-policy'), options: { tokenizer, draws } },
      { name: environment, module: moduleOf('actors/environment'), options: household },
    ],
  })
  const messages = system.inbox.pipe(
    map(message => {
      if (message.kind === 'failed') throw new FailedError(message.failure)
      return message
    }),
  )
  try {
    /* Between senders there is no order: the model must be there before the policy can ask for it. */
    system.send({ kind: 'load', to: gpu, from: trainer, id: 'load', model, state: await loadModel(folder) })
    await firstValueFrom(messages.pipe(filter(({ kind }) => kind === 'loaded')))
    for (let index = 0; index < tasks; index += 1) {
      const key = derive(rootKey(1), index)
      const task = world.generate('unseen', randomFrom(derive(key, 'task')))
      const sampling = { model, temperature: 0.8, topP: 1, maxTokens: 8, key: derive(key, 'policy') }
      const order = { id: `episode ${index}`, task, player: { kind: 'policy', sampling }, judging: null } as const
      system.send({ kind: 'play', to: environment, from: trainer, ...order })
    }
    const finished = messages.pipe(filter(message => message.kind === 'finished'))
    const episodes = await lastValueFrom(finished.pipe(take(tasks), toArray()))
    return episodes.filter(({ episode }) => episode.won).length
  } finally {
    await system.stop()
  }
}

/** Outside this repository: `new URL(import.meta.resolve('rlanything/actors/gpu'))`. */
const moduleOf = (path: string): URL => new URL(`../${path}.js`, import.meta.url)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const draws of [1, 5]) {
    const solved = await countSolved({ model: 'starters/household/policy', tasks: 64, draws })
    console.log(`${draws} drawn: ${solved} of 64 unseen tasks solved`)
  }
}
