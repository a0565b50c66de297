/**
 * What a language model costs behind the gateway: to be served, to call a tool, to have its turns voted on by itself, and to be trained on them;
 * one replica holds each model.
 * Of each part the time on the clock, that of the processor (all threads), and the memory after it; each is done once.
 * Usage: node dist/benches/gateway-language-model.js --help
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readJournal, type JournalLine } from '../src/gateway/journal.ts'
import { createGateway } from '../src/gateway/server/create-gateway.ts'
import { benchmark, numeric } from './command-line.ts'
import { machine } from './machine.ts'
import { cells, header } from './table.ts'

const { threads, model } = benchmark(
  'node dist/benches/gateway-language-model.js',
  'What does a language model cost behind the gateway?',
)
  .requiredOption('--model <folder>', 'of the policy and the reward model')
  .addOption(numeric('--threads <n>', 'of the engine', { least: 1, whole: true, usual: 2 }))
  .parse()
  .opts<{ threads: number; model: string }>()

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const [began, before] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  const seconds = [(performance.now() - began) / 1e3, (user + system) / 1e6].map(value => value.toFixed(1))
  const memory = Math.round(process.memoryUsage().rss / 2 ** 20).toLocaleString('en')
  console.log(cells([what, ...seconds, memory]))
  return result
}

const place = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const weather = { name: 'weather', description: 'The weather in a city.', parameters: place }
const tools = [{ type: 'function', function: weather }]

console.log(`${await machine()}\n\n${header(['part', 'clock, s', 'processor, s', 'memory after, MiB'])}`)
const directory = await mkdtemp(join(tmpdir(), 'gateway-'))
try {
  const settings = { turns: { batch: 2 }, policy: { learningRate: 1e-6 }, verdicts: { votes: 3, maxTokens: 64 } }
  const folders = { directory, policy: model, rewardModel: model }
  const { url, key, close } = await timed('begin', () =>
    createGateway({
      ...folders,
      ...{ port: 0, threads, engine: { replicas: 1 }, temperature: 0, train: true, settings },
    }),
  )
  const post = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} must be answered, got ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const ask = async (messages: readonly object[], more: object = {}) => {
    const answer = await post('/chat/completions', { messages, max_tokens: 32, ...more })
    const { choices } = answer as { readonly choices: readonly [{ readonly message: object }] }
    return choices[0].message
  }
  const until = async (kind: JournalLine['kind'], count: number): Promise<readonly JournalLine[]> => {
    for (;;) {
      const found = (await readJournal(directory)).filter(line => line.kind === kind)
      if (found.length >= count) return found
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }
  const messages: object[] = [{ role: 'user', content: 'What is the capital of France? Answer in one sentence.' }]
  messages.push(await timed('make ready, and the first answer', () => ask(messages)))
  messages.push({ role: 'user', content: 'Wrong: I asked for the capital of Italy.' })
  messages.push(await timed('the next answer', () => ask(messages)))
  messages.push({ role: 'user', content: 'Thank you. And that of Spain?' })
  const voted = until('voted', 1)
  messages.push(await timed('an answer, while the first turn is voted on', () => ask(messages)))
  await timed('its three verdicts', () => voted)
  /* The model's own say nothing: a person's are trained on. */
  for (const line of await until('turn', 2))
    if (line.kind === 'turn') await post(`/turns/${line.id}/verdict`, { verdict: 1, reason: 'That is the capital.' })
  const question = [{ role: 'user', content: 'Call weather for Paris.' }]
  const trained = until('trained', 1)
  await timed('three on the second', () => until('voted', 2))
  const called = await timed('an answer with a tool, while it is trained', () =>
    ask(question, { tools, max_tokens: 64 }),
  )
  await timed('an update of two turns', () => trained)
  await timed('an answer by the new weights', () => ask(question, { tools, max_tokens: 64 }))
  await close()
  console.log(`\n${JSON.stringify([...messages, called], null, 1)}`)
  for (const line of await until('voted', 2))
    console.log(
      JSON.stringify(line.kind === 'voted' && line.verdicts.map(({ verdict, reason }) => ({ verdict, reason }))),
    )
  for (const line of await until('trained', 1)) console.log(JSON.stringify(line))
} finally {
  await rm(directory, { recursive: true, force: true, maxRetries: 20 })
}
