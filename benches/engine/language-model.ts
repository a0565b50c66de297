/**
 * How long does a language model take to be read, sampled from and trained, and in what memory? Of each part the time on the clock, that of
 * the processor (all threads), and the memory after it; each is done once.
 * Usage: node dist/benches/engine/language-model.js --help
 */
import { loadModel } from '../../src/model/checkpoint.ts'
import { createOnnxDevice } from '../../src/engine/local/create-onnx-device.ts'
import { parameterCount, trainedShapes } from '../../src/model/tensors/tensors.ts'
import { randomFrom, rootKey } from '../../src/math/random.ts'
import { benchmark, numeric } from '../command-line.ts'
import { adamw, examplesOf, requestsOf } from './subject.ts'
import { machine } from '../machine.ts'
import { cells, header } from '../table.ts'

const {
  threads,
  replicas,
  model: folder,
} = benchmark(
  'node dist/benches/engine/language-model.js',
  'How long does a language model of a folder take to be sampled from and trained?',
)
  .requiredOption('--model <folder>', "folder of a model, Hugging Face's or a checkpoint")
  .addOption(numeric('--threads <n>', 'of the engine', { least: 1, whole: true, usual: 2 }))
  .addOption(numeric('--replicas <n>', 'that hold the model', { least: 1, whole: true, usual: 1 }))
  .parse()
  .opts<{ threads: number; replicas: number; model: string }>()

const mebibytes = (bytes: number): string => Math.round(bytes / 2 ** 20).toLocaleString('en')

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const [began, before] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  const seconds = [(performance.now() - began) / 1e3, (user + system) / 1e6].map(value => value.toFixed(2))
  console.log(cells([what, ...seconds, mebibytes(process.memoryUsage().rss)]))
  return result
}

console.log(`${await machine()}\n\n${header(['part', 'clock, s', 'processor, s', 'memory after, MiB'])}`)
const device = await createOnnxDevice({ threads, replicas })
const config = await timed('read the folder and load it', async () => {
  const state = await loadModel(folder)
  await device.load('model', state)
  return state.config
})
const random = randomFrom(rootKey(7))
const tokens = (batch: number, length: number): readonly Int32Array[] =>
  Array.from({ length: batch }, () => Int32Array.from({ length }, () => random.integer(config.vocab_size)))
const sample = (batch: number, length: number, each: number) =>
  device.sample('model', requestsOf(tokens(batch, length), each)).then(() =>
    device.release(
      'model',
      Array.from({ length: batch }, (_, index) => `prompt ${index}`),
    ),
  )
/** So many answers to one prompt. */
const trainTogether = (prompt: number, answers: number, length: number) => {
  const [begun = new Int32Array(0)] = tokens(1, prompt)
  const all = tokens(answers, length).map(answer => Int32Array.of(...begun, ...answer))
  const examples = examplesOf(all).map(({ sequence, spans }) => ({
    sequence,
    spans: spans.map(span => ({ ...span, start: prompt })),
  }))
  return device.forwardBackward('model', examples, { kind: 'cross-entropy' })
}
const train = (length: number) =>
  device.forwardBackward('model', examplesOf(tokens(1, length)), { kind: 'cross-entropy' })

await timed('make ready to sample, and the first token', () => sample(1, 1, 1))
await timed('read a prompt of 400 tokens', () => sample(1, 400, 1))
await timed('write 64 tokens', () => sample(1, 16, 64))
await timed('write 64 tokens, 16 texts together', () => sample(16, 16, 64))
await timed('make ready to score, and 128 tokens', () => device.logprobs('model', [{ tokens: tokens(1, 128)[0]! }]))
await timed('score 512 tokens', () => device.logprobs('model', [{ tokens: tokens(1, 512)[0]! }]))
await timed('make ready to train, and 128 tokens', () => train(128))
await timed('forward and backward of 512 tokens', () => train(512))
await timed('make ready to train on answers to one prompt', () => trainTogether(128, 2, 32))
await timed('forward and backward of 8 answers of 128 tokens to a prompt of 512', () => trainTogether(512, 8, 128))
await timed('step of the optimiser', () => device.optimStep('model', adamw))
await timed('make ready to sample again', () => sample(1, 1, 1))
await device.close()
console.log(
  `\n${parameterCount(config)} parameters, ${parameterCount(config, trainedShapes)} of them trained; at most ` +
    `${mebibytes(1024 * process.resourceUsage().maxRSS)} MiB.`,
)
