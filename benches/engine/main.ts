/**
 * How fast is the engine, and beside PyTorch on the same machine, threads, shapes and weights? One question a file.
 * Usage: node dist/benches/engine/main.js [question …] [--rounds 5] [--seconds 1] [--threads 1,2] [--all]
 * RLANYTHING_PYTHON names the Python of the peers, RLANYTHING_PEER_LOG=1 shows what they print.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
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

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
    threads: { type: 'string', default: '1,2' },
    all: { type: 'boolean', default: false },
  },
})
const settings: Settings = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  threads: values.threads.split(',').map(Number),
  all: values.all,
}
const asked = positionals.length === 0 ? Object.keys(questions) : positionals
const unknown = asked.find(name => !Object.hasOwn(questions, name))
if (unknown !== undefined)
  throw new RangeError(`a question must be one of ${Object.keys(questions).join(', ')}, got ${unknown}`)

console.log(`${machine()} ${await versions()} Medians of ${settings.rounds} rounds of ${settings.seconds} s, in turn.`)
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
