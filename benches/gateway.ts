/**
 * How long agents wait for a gateway that trains, beside one that only serves: the two in turn, in one run.
 * Usage: npm run bench:gateway -- --help
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readJournal } from '../src/gateway/journal.ts'
import { createGateway } from '../src/gateway/server/create-gateway.ts'
import { quantile } from '../src/math/statistics.ts'
import { benchmark, numeric } from './command-line.ts'

const count = { least: 1, whole: true }
const { clients, seconds, rounds, threads } = benchmark(
  'npm run bench:gateway --',
  'How long do agents wait for a gateway that trains, beside one that only serves?',
)
  .addOption(numeric('--clients <n>', 'that ask at once', { ...count, usual: 4 }))
  .addOption(numeric('--seconds <n>', 'of each measurement', { least: 1, usual: 20 }))
  .addOption(numeric('--rounds <n>', 'of both in turn', { ...count, usual: 3 }))
  .addOption(numeric('--threads <n>', 'of the engine', { ...count, usual: 2 }))
  .parse()
  .opts<Record<'clients' | 'seconds' | 'rounds' | 'threads', number>>()

interface Measured {
  /** Milliseconds, sorted. */
  readonly waits: readonly number[]
  readonly updates: number
}

/** Conversations one after another, by each client, for so long. */
async function measured(train: boolean): Promise<Measured> {
  const directory = await mkdtemp(join(tmpdir(), 'gateway-'))
  const gateway = await createGateway({ directory, port: 0, threads, train })
  const ask = async (messages: readonly object[]): Promise<string> => {
    const answer = await fetch(`${gateway.url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': gateway.key },
      body: JSON.stringify({ messages, max_tokens: 16 }),
    })
    const { choices } = (await answer.json()) as { readonly choices: readonly [{ message: { content: string } }] }
    return choices[0].message.content
  }
  const waits: number[] = []
  /* Until it trains, nothing is measured. */
  const begin = performance.now() + 5000
  const end = begin + seconds * 1000
  const talk = async (client: number): Promise<void> => {
    for (let conversation = 0; performance.now() < end; conversation += 1) {
      const messages = [
        { role: 'user', content: `You are in the middle of a room. You see a desk ${client}, and a bed 1.` },
      ]
      for (let turn = 0; turn < 8 && performance.now() < end; turn += 1) {
        const asked = performance.now()
        const content = await ask(messages)
        if (asked > begin) waits.push(performance.now() - asked)
        messages.push({ role: 'assistant', content }, { role: 'user', content: 'Nothing happens.' })
      }
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => talk(client)))
  const updates = (await readJournal(directory)).filter(({ kind }) => kind === 'trained').length
  await gateway.close()
  await rm(directory, { recursive: true, force: true })
  return { waits: waits.toSorted((a, b) => a - b), updates }
}

const ratios: number[] = []
for (let round = 0; round < rounds; round += 1) {
  const [alone, training] = [await measured(false), await measured(true)]
  const shown = ({ waits, updates }: Measured): string =>
    `p50 ${quantile(waits, 0.5).toFixed(1)} ms, p95 ${quantile(waits, 0.95).toFixed(1)} ms, ${waits.length} answers, ${updates} updates`
  ratios.push(quantile(training.waits, 0.95) / quantile(alone.waits, 0.95))
  console.log(`alone: ${shown(alone)}; while training: ${shown(training)}`)
}
console.log(`p95 while training / alone: ${ratios.map(ratio => ratio.toFixed(2)).join(', ')}`)
