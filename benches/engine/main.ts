/**
 * How fast is the engine, and beside PyTorch on the same machine, threads, shapes and weights? One question a file.
 * Usage: npm run bench:engine -- --help
 * RLANYTHING_PYTHON names the Python of the peers, RLANYTHING_PEER_LOG=1 shows what they print.
 */
import { readFileSync } from 'node:fs'
import { Argument } from 'commander'
import { benchmark, numeric, numerics } from '../command-line.ts'
import { machine } from '../machine.ts'
import { generation } from './generation.ts'
import { load } from './load.ts'
import { openPeer } from './peer.ts'
import { preset } from './preset.ts'
import { scaling } from './scaling.ts'
import type { Settings } from './settings.ts'
import { smallBatches } from './small-batches.ts'
import { training } from './training.ts'

const questions: Readonly<Record<string, (settings: Settings) => Promise<void>>> = {
  training,
  'small-batches': smallBatches,
  generation,
  scaling,
  preset,
  load,
}

const command = benchmark(
  'npm run bench:engine --',
  'How fast is the engine, and beside PyTorch on the same machine, threads, shapes and weights?',
)
  .addArgument(new Argument('[questions...]', 'one or several (default: all)').choices(Object.keys(questions)))
  .addOption(numeric('--rounds <n>', 'of which the median is given', { least: 1, whole: true, usual: 5 }))
  .addOption(numeric('--seconds <s>', 'of each measurement of a round', { usual: 1 }))
  .addOption(numerics('--threads <list>', 'of the engine', { least: 1, whole: true, usual: [1, 2] }))
  .option('--all', 'every case, where the usual ones are a part')
  .addHelpText(
    'after',
    '\nRLANYTHING_PYTHON names the Python of the peers, RLANYTHING_PEER_LOG=1 shows what they print.',
  )
  .parse()
const settings: Settings = { all: false, ...command.opts<Omit<Settings, 'all'>>() }
const asked = command.args.length === 0 ? Object.keys(questions) : command.args

console.log(
  `${await machine()} ${await versions()} Medians of ${settings.rounds} rounds of ${settings.seconds} s, in turn.`,
)
for (const name of asked) {
  console.log(`\n## ${name}`)
  await questions[name]!(settings)
}

async function versions(): Promise<string> {
  const runtime = new URL('../../../node_modules/onnxruntime-node/package.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(runtime, 'utf8')) as { readonly version: string }
  const peer = await openPeer('generation.py', 1)
  peer?.close()
  const theirs = Object.entries(peer?.versions ?? {}).map(([name, found]) => `${name} ${found ?? 'not installed'}`)
  return `onnxruntime-node ${version}, ${peer === null ? 'peer not installed' : theirs.join(', ')}.`
}
