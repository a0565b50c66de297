/** One iteration of RLAnything whose models are on a simulated service, as `train` makes it. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lastValueFrom, tap } from 'rxjs'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import type { IterationMetrics } from '../../src/contracts/metrics.ts'
import { loadChat } from '../../src/model/chat/load-chat.ts'
import { loadTokenizer } from '../../src/model/tokenizer/load-tokenizer.ts'
import { episodesPerWorker } from '../../src/rollout/rollouts.ts'
import { trainRun } from '../../src/run/train.ts'
import { phaseOf, readClockwork, type Phase } from './clockwork.ts'
import { simulatedService, type ServiceSpeed } from './simulated-service.ts'

export interface TrainOnceOptions {
  /** Folder with the tokenizer and the chat template. */
  readonly model: string
  /** All under way at once. */
  readonly episodes: number
  readonly turns: number
  readonly votes: number
  readonly concurrent: number
  readonly speed: ServiceSpeed
}

export interface TrainedOnce {
  readonly metrics: IterationMetrics
  /** From the first task handed out to the first pass, and from there to the last update. */
  readonly playing: Phase
  readonly training: Phase
  /** Most samples under way on the service. */
  readonly busiest: number
}

const filler = (words: number): string => Array.from({ length: words }, () => 'look').join(' ')

/** What the models write, in tokens. @param words of a thought, and of a reason. */
export async function answersOf(
  model: string,
  { thought, reason }: { readonly thought: number; readonly reason: number },
): Promise<Pick<ServiceSpeed, 'action' | 'votes'>> {
  const tokenizer = loadTokenizer(await readFile(join(model, 'tokenizer.json'), 'utf8'))
  const end = (await loadChat(model))?.end[0]
  if (end === undefined) throw new RangeError(`${model} must have a chat template, and a token that ends an answer`)
  const ended = (text: string): readonly number[] => [...tokenizer.encode(text), end]
  return {
    action: ended(`Thought: I ${filler(thought)}\nAction: look`),
    votes: [1, -1].map(score => ended(JSON.stringify({ reason: filler(reason), score }))),
  }
}

export async function trainOnce(options: TrainOnceOptions): Promise<TrainedOnce> {
  const service = await simulatedService(options.speed)
  const folder = await mkdtemp(join(tmpdir(), 'rlanything-scaling-'))
  const clockwork = readClockwork(50)
  const found: IterationMetrics[] = []
  let began = 0
  try {
    const config = parseRunConfig(serviceSettings(service.url, options))
    await lastValueFrom(
      trainRun({ config, directory: join(folder, 'run') }).pipe(
        tap(event => {
          if (event.kind === 'measured') began = Date.now()
          if (event.kind === 'iteration') found.push(event.metrics)
        }),
      ),
    )
    clockwork.stop()
    const { busiest, firstPassAt, lastUpdateAt } = await service.asked()
    const [metrics] = found
    if (metrics === undefined) throw new Error('the run made no iteration')
    const { readings } = clockwork
    return {
      ...{ metrics, busiest },
      playing: phaseOf(readings, began, firstPassAt),
      training: phaseOf(readings, firstPassAt, lastUpdateAt),
    }
  } finally {
    clockwork.stop()
    service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Different tasks: to make one takes longer than to play it. */
const tasks = 8

/** Settings of one iteration of RLAnything on a service. */
export const serviceSettings = (
  url: string,
  { model, episodes, turns, votes, concurrent }: Omit<TrainOnceOptions, 'speed'>,
) =>
  ({
    iterations: 1,
    environment: {
      name: fileURLToPath(new URL('./short-household.js', import.meta.url)),
      options: { steps: turns },
      threads: Math.ceil(episodes / episodesPerWorker),
    },
    engine: {
      kind: 'tinker',
      tinker: {
        url,
        baseModels: { policy: 'policy', 'reward-model': 'reward-model' },
        rank: 32,
        normalisation: 'sum',
        maxConcurrent: concurrent,
        deadlineSeconds: 3600,
      },
      callSeconds: 3600,
    },
    starters: { policy: model, rewardModel: model },
    tasks: { slots: tasks, perIteration: tasks, episodes: Math.ceil(episodes / tasks) },
    policy: { maxTokens: 512, minibatches: 1, filter: [0, 1], filterEdges: 'inclusive' },
    rewardModel: { maxTokens: 512, minibatches: 1, votes, filter: [0, 1] },
    adaptation: { enabled: false },
    evaluation: { every: 0, tasks: 1, probeTasks: 1, temperatures: [0], splits: ['unseen'] },
  }) as const
