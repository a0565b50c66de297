/**
 * How many tokens a second does the engine sample, score and train at the load of the default preset, and which part of an
 * iteration is which? Width 64, 2 layers, 128 episodes of 12 steps, 3 votes a step, 2 training passes.
 */
import { performance } from 'node:perf_hooks'
import type { Device, Example, SampleRequest } from '../../src/contracts/models/device.ts'
import { createOnnxDevice } from '../../src/engine/local/create-onnx-device.ts'
import { quantile } from '../../src/math/statistics.ts'
import { standardLoad } from '../../src/engine/doctor/load.ts'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'
import { initialise } from '../../src/model/tensors/initialise.ts'
import type { Settings } from './settings.ts'
import { adamw } from './subject.ts'
import { cells, header, milliseconds, perSecond } from '../table.ts'

const { config } = standardLoad
const episodes = 128
const steps = 12
const read = 8
const written = 3
const votes = 3
const reason = 4
const opening = 24
const length = opening + (read + written) * steps

/** Tokens of an iteration by part; an update has none. */
const parts: Readonly<Record<string, number | null>> = {
  'sample policy': episodes * steps * written,
  'sample votes': episodes * steps * votes * reason,
  score: episodes * length,
  train: 2 * episodes * length,
  update: null,
  total: null,
}

/** Milliseconds of each part of one iteration. */
type Iteration = Readonly<Record<string, number>>

export async function load(settings: Settings): Promise<void> {
  const found = new Map<number, readonly Iteration[]>()
  for (const threads of settings.threads) found.set(threads, await iterations(threads, settings.rounds))
  console.log(`\nMilliseconds an iteration.\n`)
  const titles = settings.threads.map(threads => `${threads} ${threads === 1 ? 'thread' : 'threads'}`)
  console.log(header(['part', ...titles, 'share', 'tokens/s']))
  for (const [part, tokens] of Object.entries(parts)) {
    const of = (name: string, rounds: readonly Iteration[]) =>
      quantile(
        rounds.map(times => times[name] ?? 0),
        0.5,
      )
    const all = [...found.values()].map(rounds => of(part, rounds))
    const last = [...found.values()].at(-1) ?? []
    const share = `${((100 * of(part, last)) / of('total', last)).toFixed(0)} %`
    const rate = tokens === null ? '' : perSecond(tokens, of(part, last))
    console.log(cells([part, ...all.map(milliseconds), share, rate]))
  }
}

/** Iterations on a device of its own; one before them warms it up. */
async function iterations(threads: number, rounds: number): Promise<readonly Iteration[]> {
  const device = await createOnnxDevice({ threads })
  try {
    await device.load('policy', initialise(config, rootKey(1)))
    await device.load('rewardModel', initialise(config, rootKey(2)))
    await iterate(device)
    const found: Iteration[] = []
    for (let round = 0; round < rounds; round += 1) found.push(await iterate(device))
    return found
  } finally {
    await device.close()
  }
}

const random = randomFrom(rootKey(7))
const ids = (count: number) => Int32Array.from({ length: count }, () => random.integer(config.vocab_size))

/** Requests of all episodes at one step; without stop tokens every sample has its full length. */
const requests = (
  step: number,
  options: Pick<SampleRequest, 'count' | 'appendToContext' | 'promptSuffix' | 'maxTokens'>,
) =>
  Array.from({ length: episodes }, (_, index): SampleRequest => ({
    sequenceId: `episode ${index}`,
    tokens: ids(step === 0 ? 4 * read : read),
    temperature: 1,
    topP: 1,
    stop: [],
    key: derive(rootKey(3), index, step),
    ...options,
  }))

async function iterate(device: Device): Promise<Iteration> {
  const times: Record<string, number> = {}
  const timed = async <T>(part: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    const result = await work()
    const taken = performance.now() - start
    for (const name of [part, 'total']) times[name] = (times[name] ?? 0) + taken
    return result
  }
  for (let step = 0; step < steps; step += 1) {
    const policy = requests(step, {
      count: 1,
      appendToContext: true,
      promptSuffix: new Int32Array(0),
      maxTokens: written,
    })
    await timed('sample policy', () => device.sample('policy', policy))
    const rewardModel = requests(step, {
      count: votes,
      appendToContext: false,
      promptSuffix: Int32Array.of(1),
      maxTokens: reason,
    })
    await timed('sample votes', () => device.sample('rewardModel', rewardModel))
  }
  const names = Array.from({ length: episodes }, (_, index) => `episode ${index}`)
  await device.release('policy', names)
  await device.release('rewardModel', names)

  const sequences = names.map(() => ({ tokens: ids(length) }))
  const old = await timed('logprobs', () => device.logprobs('policy', sequences))
  const examples = sequences.map((sequence, index): Example => ({ sequence, spans: spansOf(old[index]!) }))
  for (let pass = 0; pass < 2; pass += 1) {
    for (let part = 0; part < 4; part += 1) {
      const quarter = examples.slice((part * episodes) / 4, ((part + 1) * episodes) / 4)
      await timed('train', () =>
        device.forwardBackward('policy', quarter, { kind: 'clipped', clip: 0.2, klWeight: 0.01 }),
      )
      await timed('optim-step', () => device.optimStep('policy', { ...adamw, learningRate: 3e-4 }))
    }
  }
  return times
}

/** What the policy wrote at each step. */
function spansOf(logprobs: Float32Array): Example['spans'] {
  const starts = Array.from({ length: steps }, (_, step) => opening + step * (read + written) + read)
  return starts.map(start => ({
    start,
    end: start + written,
    advantage: random.normal(),
    oldLogprobs: logprobs.slice(start, start + written),
    weight: 1,
  }))
}
