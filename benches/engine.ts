/**
 * How many tokens a second does the engine sample, score and train, and which part of an iteration is which?
 * Load of the default preset: width 64, 2 layers, 128 conversations of 12 steps, 3 judges a step, 2 training passes.
 * Usage: node dist/benches/engine.js [threads]
 */
import { performance } from 'node:perf_hooks'
import type { Example, SampleRequest } from '../src/device/device.ts'
import { createOnnxDevice } from '../src/device/onnx/create-onnx-device.ts'
import { derive, randomFrom, rootKey } from '../src/math/random.ts'
import type { ModelConfig } from '../src/model/config.ts'
import { initialise } from '../src/model/initialise.ts'

const config: ModelConfig = {
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
}
const conversations = 128
const steps = 12
const read = 8
const written = 3
const judges = 3
const reason = 4
const threads = Number(process.argv[2] ?? 2)

const device = await createOnnxDevice({ threads })
const random = randomFrom(rootKey(7))
await device.load('policy', initialise(config, rootKey(1)))
await device.load('judge', initialise(config, rootKey(2)))
const ids = (length: number) => Int32Array.from({ length }, () => random.integer(config.vocab_size))
const key = rootKey(3)

interface Part {
  milliseconds: number
  tokens: number
}
const parts = new Map<string, Part>()
const timed = async <T>(name: string, tokens: number, work: () => Promise<T>): Promise<T> => {
  const start = performance.now()
  const result = await work()
  const part = parts.get(name) ?? { milliseconds: 0, tokens: 0 }
  parts.set(name, part)
  part.milliseconds += performance.now() - start
  part.tokens += tokens
  return result
}

/** Requests of all conversations at one step; without stop tokens every sample has its full length. */
const requests = (step: number, options: Pick<SampleRequest, 'count' | 'keep' | 'cue' | 'maxTokens'>) =>
  Array.from({ length: conversations }, (_, index): SampleRequest => ({
    cache: `episode ${index}`,
    tokens: ids(step === 0 ? 4 * read : read),
    temperature: 1,
    topP: 1,
    stop: [],
    key: derive(key, index, step),
    ...options,
  }))

async function iterate(): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    const policy = requests(step, { count: 1, keep: true, cue: new Int32Array(0), maxTokens: written })
    await timed('sample policy', conversations * written, () => device.sample('policy', policy))
    const judge = requests(step, { count: judges, keep: false, cue: Int32Array.of(1), maxTokens: reason })
    await timed('sample judge', conversations * judges * reason, () => device.sample('judge', judge))
  }
  const names = Array.from({ length: conversations }, (_, index) => `episode ${index}`)
  await device.release('policy', names)
  await device.release('judge', names)

  const length = (read + written) * steps + 24
  const sequences = Array.from({ length: conversations }, () => ({ tokens: ids(length) }))
  const old = await timed('score', conversations * length, () => device.score('policy', sequences))
  const examples = sequences.map((sequence, index): Example => {
    const starts = Array.from({ length: steps }, (_, step) => 24 + step * (read + written) + read)
    const spans = starts.map(start => ({
      start,
      end: start + written,
      advantage: random.normal(),
      oldLogprobs: old[index]!.slice(start, start + written),
      weight: 1,
    }))
    return { sequence, spans }
  })
  for (let pass = 0; pass < 2; pass += 1) {
    for (let part = 0; part < 4; part += 1) {
      const quarter = examples.slice((part * conversations) / 4, ((part + 1) * conversations) / 4)
      await timed('train', quarter.length * length, () =>
        device.accumulate('policy', quarter, { kind: 'clipped', clip: 0.2, klWeight: 0.01 }),
      )
      await timed('update', 0, () =>
        device.update('policy', {
          learningRate: 3e-4,
          clipNorm: 1,
          beta1: 0.9,
          beta2: 0.999,
          epsilon: 1e-8,
          weightDecay: 0,
        }),
      )
    }
  }
}

await iterate()
parts.clear()
const rounds = 3
for (let round = 0; round < rounds; round += 1) await iterate()
await device.close()

const total = [...parts.values()].reduce((sum, part) => sum + part.milliseconds, 0)
console.log(`${threads} threads, ${(total / rounds).toFixed(0)} ms an iteration`)
for (const [name, { milliseconds, tokens }] of parts) {
  const share = `${((100 * milliseconds) / total).toFixed(0)} %`.padStart(6)
  const rate = tokens === 0 ? '' : `${Math.round((1000 * tokens) / milliseconds)} tokens/s`
  console.log(`${name.padEnd(16)}${(milliseconds / rounds).toFixed(0).padStart(6)} ms${share}  ${rate}`)
}
