/** The program that trains on turns, killed with -9 ten times while an agent plays: nothing is lost, and nothing is trained on twice. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import type { JournalLine } from '../../../src/gateway/journal.ts'
import { lastTraining } from '../../../src/gateway/training/weights.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import type { ReplyBody } from '../reply-body.ts'

const program = fileURLToPath(new URL('../../../src/cli/main.js', import.meta.url))
const key = 'a key of this test'
const batch = 6

async function begin(directory: string) {
  const settings = [`turns.batch=${batch}`, 'turns.staleness=64'].flatMap(each => ['--set', each])
  const args = ['gateway', '--train', '--method', 'rlanything', ...settings, '--port', '0', '--directory', directory]
  const child = spawn(process.execPath, [program, ...args, '--threads', '1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, RLANYTHING_GATEWAY_KEY: key },
  })
  let printed = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    printed += String(text)
    if (printed.includes('\n')) break
  }
  const [url = ''] = /http:\S+\/v1/.exec(printed) ?? []
  const post = async (path: string, body: object, session: string): Promise<ReplyBody> => {
    const headers = {
      'x-api-key': key,
      'content-type': 'application/json',
      connection: 'close',
      'x-session-id': session,
    }
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} must be answered, got ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as ReplyBody
  }
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    const ended = once(child, 'close')
    child.kill(signal)
    await ended
  }
  return { post, end }
}

/** Sessions of three turns, each with an outcome, until the gateway is gone. @returns the names of those whose end was answered. */
async function playUntil(gone: AbortSignal, life: number, { post }: Awaited<ReturnType<typeof begin>>) {
  const ended: string[] = []
  for (let index = 0; !gone.aborted; index += 1) {
    const session = `${life} ${index}`
    const messages = [{ role: 'user', content: 'You are in the middle of a room.' }]
    try {
      for (let turn = 0; turn < 3; turn += 1) {
        const { choices } = await post('/chat/completions', { messages, max_tokens: 4 }, session)
        messages.push({ role: 'assistant', content: choices?.[0]?.message?.content ?? '' })
        messages.push({ role: 'user', content: 'Nothing happens.' })
      }
      await post(
        `/sessions/${encodeURIComponent(session)}/outcome`,
        { outcome: index % 2, observation: 'Nothing happens.' },
        session,
      )
      ended.push(session)
    } catch (thrown) {
      if (!gone.aborted) throw thrown
    }
  }
  return ended
}

/** Turns that are trained on or left out, and those of sessions that have ended. */
function turnsOf(lines: readonly JournalLine[]) {
  const ends = new Set(lines.flatMap(line => (line.kind === 'outcome' ? [line.session] : [])))
  const done = lines.flatMap(line => (line.kind === 'trained' ? line.turns : []))
  return { ends, done, complete: lines.filter(line => line.kind === 'turn' && ends.has(line.session)).length }
}

test('a gateway that trains is killed ten times, and no turn is lost or trained on twice', async t => {
  const directory = await temporaryFolder(t)
  const linesNow = async (): Promise<readonly JournalLine[]> => {
    const text = await readFile(join(directory, 'turns.jsonl'), 'utf8')
    return text
      .slice(0, text.lastIndexOf('\n') + 1)
      .split('\n')
      .flatMap(line => (line === '' ? [] : [JSON.parse(line) as JournalLine]))
  }
  const ended: string[] = []
  for (let life = 0; life < 10; life += 1) {
    const gateway = await begin(directory)
    const gone = new AbortController()
    const played = playUntil(gone.signal, life, gateway)
    const before = (await linesNow()).length
    /* Another moment in each life: after so many lines, in the midst of whatever comes next. */
    while ((await linesNow()).length < before + 7 + 5 * life) await new Promise(resolve => setTimeout(resolve, 5))
    gone.abort()
    await gateway.end('SIGKILL')
    ended.push(...(await played))
  }
  const last = await begin(directory)
  await last.post('/chat/completions', { messages: [{ role: 'user', content: 'look' }], max_tokens: 4 }, 'last')
  const isBehind = async (): Promise<boolean> => {
    const { done, complete } = turnsOf(await linesNow())
    return done.length <= complete - batch
  }
  for (let tries = 0; tries < 3000 && (await isBehind()); tries += 1)
    await new Promise(resolve => setTimeout(resolve, 20))
  await last.end('SIGTERM')

  const lines = await linesNow()
  const { ends, done, complete } = turnsOf(lines)
  t.true(lines.filter(({ kind }) => kind === 'trained').length > 2)
  t.is(new Set(done).size, done.length)
  const names = new Map(lines.flatMap(line => (line.kind === 'turn' ? [[line.name ?? '', line.session] as const] : [])))
  t.deepEqual(
    ended.filter(name => !ends.has(names.get(name) ?? '')),
    [],
  )
  t.true(done.length > complete - batch && done.length <= complete, `${done.length} of ${complete} turns are done`)
  const answered = lines.findLast(line => line.kind === 'turn')
  const { policy } = lastTraining(
    lines.slice(
      0,
      lines.findLastIndex(line => line.kind === 'turn'),
    ),
  )
  t.is(answered?.kind === 'turn' && answered.sampled[0]?.version, policy ?? 0)
})
