/**
 * How much faster than on the processor does a model of growing width sample, score and train on a GPU? Every way to one
 * is tried: providers webgpu and cuda of onnx, backends tensorflow and webgpu of tfjs. One that is not there is told of.
 * Usage: npm run bench:gpu -- --help
 * Prints Markdown; it also goes to FILE, or to gpu.md in the folder that $OUT names.
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { engineChoices, enginePlace } from '../src/engine/doctor/choices.ts'
import { timedVerbs, type Load, type TimedVerb } from '../src/engine/doctor/load.ts'
import type { Trial } from '../src/engine/doctor/trial.ts'
import { tryEngine } from '../src/engine/doctor/try-engine.ts'
import type { DeviceOptions } from '../src/engine/open-device.ts'
import { benchmark, named, numeric, numerics } from './command-line.ts'
import { cells, header } from './table.ts'
import { machine } from './machine.ts'

const cores = availableParallelism()
const choices: readonly DeviceOptions[] = [
  { engine: 'onnx', provider: 'cpu', threads: cores },
  ...engineChoices(cores).filter(engine => enginePlace(engine) !== 'cpu' && enginePlace(engine) !== 'wasm'),
]
const nameOf = (engine: DeviceOptions): string => `${engine.engine} on ${enginePlace(engine)}`

const values = benchmark(
  'npm run bench:gpu --',
  'How much faster than on the processor does a model sample, score and train on a GPU?',
)
  .addOption(named('--engines <list>', 'that are measured', { names: choices.map(nameOf) }))
  .addOption(
    numerics('--widths <list>', 'of the model, multiples of 32', { least: 32, usual: [64, 128, 256, 512, 768] }),
  )
  .addOption(numeric('--layers <n>', 'of the model', { least: 1, whole: true, usual: 2 }))
  .addOption(numeric('--vocabulary <n>', 'of the model, in tokens', { least: 512, whole: true, usual: 2048 }))
  .addOption(numeric('--sequences <n>', 'of a call', { least: 1, whole: true, usual: 64 }))
  .addOption(numeric('--seconds <s>', 'for how long each verb is timed', { usual: 2 }))
  .addOption(numeric('--limit <s>', 'longest time for one engine at one width', { usual: 90 }))
  .option('--out <file>', 'where the Markdown goes, too (default: gpu.md in the folder that $OUT names)')
  .parse()
  .opts<{
    engines: readonly string[]
    widths: readonly number[]
    layers: number
    vocabulary: number
    sequences: number
    seconds: number
    limit: number
    out?: string
  }>()
const { seconds, layers, vocabulary } = values
const limitMs = 1000 * values.limit

const folder = process.env['OUT']
const file = values.out ?? (folder === undefined ? null : join(folder, 'gpu.md'))
if (file !== null) writeFileSync(file, '')
/** At once into the file, too: what is measured is kept when the rest is cut off. */
const say = (line: string): void => {
  if (file !== null) appendFileSync(file, `${line}\n`)
  console.log(line)
}

say(`# Sampling, scoring and training on a GPU\n\n${await machine()}${gpus()}\n`)
say(
  `Layers: ${layers}, with heads of 32; vocabulary: ${vocabulary}. ${values.sequences} sequences of 64 tokens are scored and trained on, as many ` +
    `episodes read 64 tokens and write 16. Tokens a second, medians of ${seconds} s after a first call; in brackets how many ` +
    `times as fast as onnx on ${cores} threads of the processor. Difference: of log-probabilities from the plain engine, nats.\n`,
)
say(header(['engine', 'width', ...timedVerbs, 'first calls, s', 'difference']))
const usual = new Map<number, Trial>()
const remarks: string[] = []
for (const engine of choices) {
  const name = nameOf(engine)
  if (!values.engines.includes(name)) continue
  for (const width of values.widths) {
    const trial = await tryEngine({ engine, load: loadOf(width), seconds }, { limitMs })
    if (engine === choices[0]) usual.set(width, trial)
    if (trial.speeds.length > 0)
      say(cells([name, width, ...timedVerbs.map(rate(trial, usual.get(width))), ...rest(trial)]))
    if (trial.outcome === 'works') continue
    remarks.push(`- ${name}, width ${width}: ${trial.outcome}: ${trial.reason}`)
    break
  }
}
if (remarks.length > 0) say(`\nNot measured, nor at any larger width:\n\n${remarks.join('\n')}`)

function loadOf(width: number): Load {
  const count = values.sequences
  return {
    config: {
      vocab_size: vocabulary,
      hidden_size: width,
      intermediate_size: 4 * Math.round((2 * width) / 3),
      num_hidden_layers: layers,
      num_attention_heads: width / 32,
      num_key_value_heads: width / 32,
      max_position_embeddings: 128,
      rms_norm_eps: 1e-6,
      rope_theta: 10000,
      tie_word_embeddings: true,
    },
    sequences: count,
    length: 64,
    episodes: count,
    read: 64,
    written: 16,
  }
}

function rate(trial: Trial, beside: Trial | undefined) {
  return (wanted: TimedVerb): string => {
    const of = ({ speeds }: Trial) => speeds.find(({ verb }) => verb === wanted)?.tokensPerSecond
    const [own, other] = [of(trial), beside === undefined ? undefined : of(beside)]
    if (own === undefined) return '–'
    const times = other === undefined || beside === trial ? '' : ` (${(own / other).toPrecision(2)} ×)`
    return `${Math.round(own).toLocaleString('en')}${times}`
  }
}

function rest({ speeds, difference }: Trial): readonly string[] {
  const first = speeds.reduce((ms, { firstMs }) => ms + firstMs, 0) / 1000
  return [first.toFixed(1), difference === null ? '–' : difference.toExponential(1)]
}

/** What NVIDIA's driver says is there. */
function gpus(): string {
  try {
    const names = execFileSync('nvidia-smi', ['--query-gpu=name,driver_version', '--format=csv,noheader'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return ` GPU: ${names.trim().replaceAll('\n', '; ')}.`
  } catch {
    return ' No GPU that nvidia-smi knows of.'
  }
}
