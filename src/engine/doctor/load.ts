import { derive, randomFrom, rootKey } from '../../math/random.ts'
import type { ModelConfig } from '../../contracts/models/model-config.ts'
import { initialise } from '../../model/tensors/initialise.ts'
import type { Device, SampleRequest, Sequence } from '../../contracts/models/device.ts'
import { nth } from '../../math/nth.ts'

/** The workload for timing an engine. */
export interface Load {
  readonly config: ModelConfig
  /** Sequences of `length` tokens that one call scores, and one trains on. */
  readonly sequences: number
  readonly length: number
  /** Conversations that one call samples: each reads `read` tokens and writes `written`. */
  readonly episodes: number
  readonly read: number
  readonly written: number
}

/** The models of the default preset. */
export const standardLoad: Load = {
  config: {
    vocab_size: 450,
    hidden_size: 64,
    intermediate_size: 172,
    num_hidden_layers: 2,
    num_attention_heads: 4,
    num_key_value_heads: 2,
    max_position_embeddings: 512,
    rms_norm_eps: 1e-6,
    rope_theta: 10000,
    tie_word_embeddings: true,
  },
  sequences: 16,
  length: 64,
  episodes: 16,
  read: 24,
  written: 8,
}

export const timedVerbs = ['sample', 'logprobs', 'train'] as const
export type TimedVerb = (typeof timedVerbs)[number]

/** How fast one verb is. */
export interface Speed {
  readonly verb: TimedVerb
  /** Tokens written, scored or trained on (gradient and update). */
  readonly tokensPerSecond: number
  /** The first call, which makes graphs and shaders ready. */
  readonly firstMs: number
}

/**
 * Times each verb: after a first call as many as there is time for, at least one.
 *
 * @param timing for how long each verb is called, and a clock in milliseconds.
 */
export async function* timeVerbs(
  device: Device,
  load: Load,
  { seconds, now }: { readonly seconds: number; readonly now: () => number },
): AsyncGenerator<Speed> {
  await device.load('timed', initialise(load.config, rootKey(1)))
  const calls = callsOf(device, load)
  for (const verb of timedVerbs) {
    const { tokens, call } = calls[verb]
    const times: number[] = []
    const began = now()
    let first = 0
    do {
      const start = now()
      await call()
      if (first === 0) first = now() - start
      else times.push(now() - start)
    } while (times.length === 0 || now() - began - first < 1000 * seconds)
    times.sort((a, b) => a - b)
    const median = nth(times, Math.floor(times.length / 2))
    yield { verb, tokensPerSecond: (1000 * tokens) / median, firstMs: first }
  }
}

interface Timed {
  readonly tokens: number
  readonly call: () => Promise<unknown>
}

function callsOf(device: Device, { config, ...load }: Load): Readonly<Record<TimedVerb, Timed>> {
  const random = randomFrom(rootKey(2))
  const ids = (length: number) => Int32Array.from({ length }, () => random.integer(config.vocab_size))
  const sequences = Array.from({ length: load.sequences }, (): Sequence => ({ tokens: ids(load.length) }))
  const span = { start: 1, end: load.length, advantage: 0, oldLogprobs: new Float32Array(0), weight: 1 }
  const examples = sequences.map(sequence => ({ sequence, spans: [span] }))
  const requests = Array.from({ length: load.episodes }, (_, index): SampleRequest => ({
    sequenceId: `timed ${index}`,
    tokens: ids(load.read),
    promptSuffix: new Int32Array(0),
    count: 1,
    appendToContext: true,
    maxTokens: load.written,
    temperature: 1,
    topP: 1,
    stop: [],
    key: derive(rootKey(3), index),
  }))
  return {
    sample: {
      tokens: load.episodes * load.written,
      call: async () => {
        await device.sample('timed', requests)
        await device.release(
          'timed',
          requests.map(({ sequenceId }) => sequenceId),
        )
      },
    },
    logprobs: { tokens: load.sequences * load.length, call: () => device.logprobs('timed', sequences) },
    train: {
      tokens: load.sequences * load.length,
      call: async () => {
        await device.forwardBackward('timed', examples, { kind: 'cross-entropy' })
        await device.optimStep('timed', { ...step, learningRate: 1e-4 })
      },
    },
  }
}

const step = { clipNorm: 1, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0 } as const
