/** A part of a run as its engine sees it, by which engines are compared in speed. */
import { derive, randomFrom, rootKey } from '../../math/random.ts'
import { initialise } from '../../model/tensors/initialise.ts'
import type { ModelConfig } from '../../contracts/models/model-config.ts'
import type { Device, Example, SampleRequest } from '../../contracts/models/device.ts'
import { standardLoad, type Speed, type TimedVerb } from './load.ts'
import { nth } from '../../math/nth.ts'

export interface RunPart {
  readonly config: ModelConfig
  /** Episodes at once; at each step all are sampled, and read by an observer that writes `verdicts` samples each. */
  readonly episodes: number
  readonly steps: number
  /** Tokens of a step that are read, and most that are written as an action and as a verdict. */
  readonly read: number
  readonly written: number
  readonly verdicts: number
  readonly reason: number
  /** Whole episodes that are scored and that each of both models is trained on, in one update. */
  readonly sequences: number
  readonly length: number
}

/** A quarter of an iteration of the default preset. */
export const quarterIteration: RunPart = {
  config: standardLoad.config,
  episodes: 128,
  steps: 3,
  read: 8,
  written: 3,
  verdicts: 3,
  reason: 4,
  sequences: 32,
  length: 156,
}

/** Tokens written, scored and trained on. */
export const tokensOf = (part: RunPart): Readonly<Record<TimedVerb, number>> => ({
  sample: part.episodes * part.steps * (part.written + part.verdicts * part.reason),
  logprobs: part.sequences * part.length,
  train: models.length * part.sequences * part.length,
})

/** How long a part of a run takes by the speeds of its verbs alone, in seconds. */
export const estimatedSeconds = (part: RunPart, speeds: readonly Speed[]): number =>
  speeds.reduce((seconds, { verb, tokensPerSecond }) => seconds + tokensOf(part)[verb] / tokensPerSecond, 0)

/** Timed repetitions, of which the median is taken; one more before them is not timed. */
const rounds = 3

/**
 * How long a part of a run takes, in seconds.
 *
 * @param now milliseconds.
 */
export async function timeRunPart(device: Device, part: RunPart, now: () => number): Promise<number> {
  for (const [index, model] of models.entries()) await device.load(model, initialise(part.config, rootKey(index)))
  const times: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const start = now()
    await play(device, part)
    await train(device, part)
    times.push((now() - start) / 1000)
  }
  const [, ...warm] = times
  warm.sort((a, b) => a - b)
  return nth(warm, Math.floor(rounds / 2))
}

const models = ['policy', 'observer'] as const

async function play(device: Device, { config, episodes, steps, ...part }: RunPart): Promise<void> {
  const random = randomFrom(rootKey(7))
  const sequenceIds = Array.from({ length: episodes }, (_, index) => `episode ${index}`)
  const requests = (
    step: number,
    options: Pick<SampleRequest, 'count' | 'appendToContext' | 'promptSuffix' | 'maxTokens'>,
  ) =>
    sequenceIds.map((sequenceId, index): SampleRequest => {
      const tokens = Int32Array.from({ length: part.read }, () => random.integer(config.vocab_size))
      return {
        sequenceId,
        tokens,
        temperature: 1,
        topP: 1,
        stop: [],
        key: derive(rootKey(3), index, step),
        ...options,
      }
    })
  for (let step = 0; step < steps; step += 1) {
    const action = { count: 1, appendToContext: true, promptSuffix: new Int32Array(0), maxTokens: part.written }
    await device.sample('policy', requests(step, action))
    const verdict = {
      count: part.verdicts,
      appendToContext: false,
      promptSuffix: Int32Array.of(1),
      maxTokens: part.reason,
    }
    await device.sample('observer', requests(step, verdict))
  }
  for (const model of models) await device.release(model, sequenceIds)
}

async function train(device: Device, { config, sequences, length, written, read }: RunPart): Promise<void> {
  const random = randomFrom(rootKey(8))
  const played = Array.from({ length: sequences }, () => ({
    tokens: Int32Array.from({ length }, () => random.integer(config.vocab_size)),
  }))
  const old = await device.logprobs('policy', played)
  const starts = Array.from(
    { length: Math.floor(length / (read + written)) },
    (_, step) => step * (read + written) + read,
  )
  const examples = played.map((sequence, index): Example => ({
    sequence,
    spans: starts.map(start => {
      const oldLogprobs = nth(old, index).slice(start, start + written)
      return { start, end: start + written, advantage: random.normal(), oldLogprobs, weight: 1 }
    }),
  }))
  for (const model of models) {
    await device.forwardBackward(model, examples, { kind: 'clipped', clip: 0.2, klWeight: 0.01 })
    await device.optimStep(model, step)
  }
}

const step = { learningRate: 1e-4, clipNorm: 1, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0 } as const
