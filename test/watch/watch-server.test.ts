/** The server of watch: who may ask, what is answered, and that nothing else can be had. */
import { appendFile, mkdir, readFile, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join, relative } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import { beginWatch } from '../../src/watch/watch.ts'
import { parseExperimentPlan } from '../../src/experiment/plan/experiment-plan.ts'
import { keepPlan } from '../../src/experiment/state/kept-plan.ts'
import { anyText } from '../fixtures/any-text.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { writeDeskRun } from '../run/desk-fixture.ts'
import { leavesOf } from '../../src/config/tree.ts'
import { openRunDirectory, readRunDirectory } from '../../src/run/directory/run-directory.ts'
import type { RunDetail } from '../../src/watch/contract/run-detail.ts'
import { findRuns } from '../../src/watch/folder/find-runs.ts'
import type { Overview } from '../../src/watch/contract/overview.ts'
import { metricsOf, writeFixtureRun } from '../run/report-fixture.ts'

interface Asked {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
}

/** Lies beside the runs: no answer may have it in it. */
const secret = 'the text of a file outside'

/** Asks for up to five seconds. */
async function until(t: ExecutionContext, isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !(await isSo()); tries += 1) await new Promise(resolve => setTimeout(resolve, 25))
  t.true(await isSo())
}

/** An open page, for which changes are looked for often. @returns how many changes it has been told of. */
function openPage(t: ExecutionContext, url: string): () => number {
  let told = 0
  const stream = request({ host: '127.0.0.1', port: new URL(url).port, path: '/api/events' }, answer =>
    answer.on('data', (chunk: Buffer) => void (told += chunk.toString().split('event: changed').length - 1)),
  )
  stream.end()
  t.teardown(() => stream.destroy())
  return () => told
}

async function serving(t: ExecutionContext) {
  const folder = await temporaryFolder(t)
  const [runs, page] = [join(folder, 'runs'), join(folder, 'page')]
  await writeDeskRun(join(runs, 'desk-1'))
  await mkdir(page)
  await writeFile(join(page, 'index.html'), '<title>watch</title>')
  await writeFile(join(folder, 'secret.txt'), secret)
  await writeFile(join(runs, 'secret.txt'), secret)
  const watch = await beginWatch({ paths: [runs], port: 0, page })
  t.teardown(watch.close)
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Asked> =>
    new Promise((resolve, reject) => {
      const { port } = new URL(watch.url)
      const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, answer => {
        let text = ''
        answer.on('data', (chunk: Buffer) => void (text += chunk.toString()))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
      })
      asked.on('error', reject)
      asked.end()
    })
  const json = async (path: string) => JSON.parse((await ask(path)).text)
  return { watch, folder, runs, ask, json }
}

test('the page may do nothing but be a page, and only this machine may ask for it', async t => {
  const { watch, ask } = await serving(t)
  t.regex(watch.url, /^http:\/\/127\.0\.0\.1:\d+\/$/)
  const { status, headers, text } = await ask('/')
  t.deepEqual([status, text, headers['content-type']], [200, '<title>watch</title>', 'text/html; charset=utf-8'])
  const policy = String(headers['content-security-policy'])
  t.regex(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
  t.notRegex(policy, /unsafe|http|\*/)
  t.is(headers['x-content-type-options'], 'nosniff')
  t.is(headers['access-control-allow-origin'], undefined)
  for (const host of ['evil.example', '127.0.0.1', 'localhost:1', '[::1]:80'])
    t.is((await ask('/api/overview', { Host: host })).status, 403)
  t.is((await ask('/api/overview', { Origin: 'http://evil.example' })).status, 403)
  t.is((await ask('/api/overview', { Origin: watch.url.slice(0, -1) })).status, 200)
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) t.is((await ask('/', {}, method)).status, 405)
  t.is((await ask('/', {}, 'HEAD')).text, '')
  const { status: ofNoWord, text: why } = await ask('/api/word', { 'Content-Type': 'application/json' }, 'POST')
  t.deepEqual([ofNoWord, why.trim()], [400, 'word: expected object, got nothing'])
})

test('a run that runs is first, then the newest; the first is drawn with its other seeds, and its own success comes first', async t => {
  const folder = await temporaryFolder(t)
  const held = [join(folder, 'seed-2'), join(folder, 'seed-1'), join(folder, 'other')] as const
  await writeFixtureRun(held[0], undefined, { seed: 2 })
  await writeFixtureRun(held[1], undefined, { seed: 1 })
  await writeFixtureRun(held[2], undefined, { feedback: { lambda: 1 } })
  for (const [begun, run] of held.entries()) await utimes(join(run, 'config.json'), begun + 1, begun + 1)
  const running = await openRunDirectory(held[0], () => {})
  t.teardown(running.close)
  await mkdir(join(folder, 'damaged'))
  await writeFile(join(folder, 'damaged', 'config.json'), '{')
  const watch = await beginWatch({ paths: [folder], port: 0 })
  t.teardown(watch.close)
  const overview = (await (await fetch(new URL('/api/overview', watch.url))).json()) as Overview
  t.deepEqual(
    overview.runs.map(({ id, state }) => `${id} ${state}`),
    ['seed-2 running', 'damaged unreadable', 'other stopped', 'seed-1 stopped'],
  )
  t.deepEqual(overview.drawn, ['seed-2', 'seed-1'])
  t.true(overview.runs.every(({ adapts, state }) => adapts === (state !== 'unreadable')))
  t.deepEqual(
    overview.measures.slice(0, 2).map(({ id }) => id),
    ['success', 'success seen 0'],
  )
})

test('the arms of an experiment have the order of its plan, as on its page', async t => {
  const folder = await temporaryFolder(t)
  const arms = { whole: {}, outcome: { feedback: { source: 'outcome' } }, bare: { feedback: { lambda: 1 } } }
  for (const [name, settings] of Object.entries(arms))
    for (const seed of [1, 2])
      await writeFixtureRun(join(folder, 'runs', `${name}-${seed}`), undefined, { ...settings, seed })
  const plan = {
    ...{ title: 'x', question: 'Which?', world: 'household', seeds: [1, 2], measures: ['success'] },
    arms: Object.fromEntries(Object.entries(arms).map(([arm, settings]) => [arm, { about: arm, settings }])),
  }
  await keepPlan(parseExperimentPlan(plan), folder)
  const watch = await beginWatch({ paths: [folder], port: 0 })
  t.teardown(watch.close)
  const overview = (await (await fetch(new URL('/api/overview', watch.url))).json()) as Overview
  t.deepEqual(overview.arms, ['whole', 'outcome', 'bare'])
})

test('the newest run is first; the reward of an episode is the mean of its steps, whatever their number', async t => {
  const folder = await temporaryFolder(t)
  for (const [name, begun] of [
    ['a', 2],
    ['b', 3],
    ['c', 1],
  ] as const) {
    await writeDeskRun(join(folder, name))
    await utimes(join(folder, name, 'config.json'), begun, begun)
  }
  const watch = await beginWatch({ paths: [folder], port: 0 })
  t.teardown(watch.close)
  const json = async (path: string) => (await fetch(new URL(path, watch.url))).json()
  const { runs } = (await json('/api/overview')) as { runs: { id: string }[] }
  t.deepEqual(
    runs.map(({ id }) => id),
    ['b', 'a', 'c'],
  )
  const { episodes } = (await json('/api/episodes?run=a')) as { episodes: { episode: string; reward: number | null }[] }
  t.true(episodes.some(({ reward }) => reward !== null))
  for (const { episode, reward } of episodes) {
    const query = new URLSearchParams({ run: 'a', iteration: '2', episode })
    const { steps } = (await json(`/api/episode?${query.toString()}`)) as { steps: { reward: number | null }[] }
    const rewards = steps.flatMap(step => step.reward ?? [])
    if (rewards.length > 0) t.is(reward, rewards.reduce((sum, each) => sum + each, 0) / rewards.length)
  }
})

test('a run in full: every setting, the best iteration of each success, notes and their tags, also those written later', async t => {
  const folder = await temporaryFolder(t)
  const directory = join(folder, 'a')
  await writeFixtureRun(directory)
  const { config, readMetrics } = await readRunDirectory(directory)
  const watch = await beginWatch({ paths: [folder], port: 0 })
  t.teardown(watch.close)
  const json = async (path: string) => (await fetch(new URL(path, watch.url))).json()
  const detail = (await json('/api/run?run=a')) as RunDetail
  t.deepEqual(
    detail.settings.map(({ path, value }) => [path, JSON.parse(value)]),
    [...leavesOf(config)],
  )
  t.is(detail.notes, '')
  const lines = await readMetrics()
  const best = lines.reduce((one, other) => (other.success > one.success ? other : one))
  const found = detail.best.find(({ measure }) => measure === 'success')
  t.is(found?.iteration, best.iteration)
  t.is(found?.value, Math.fround(best.success))
  t.deepEqual(detail.best.map(({ measure }) => measure).sort(), [
    'success',
    'success seen 0',
    'success seen 0.8',
    'success unseen 0',
    'success unseen 0.8',
  ])

  openPage(t, watch.url)
  await writeFile(join(directory, 'notes.md'), 'The #first try, see #λ-weak. # no tag, a#b neither.')
  await until(t, async () => ((await json('/api/run?run=a')) as RunDetail).notes !== '')
  t.deepEqual(((await json('/api/overview')) as Overview).runs[0]?.tags, ['#first', '#λ-weak'])
  t.is((await fetch(new URL('/api/run?run=b', watch.url))).status, 404)
})

test('runs of experiments below the folder are found as those of the folder itself', async t => {
  const folder = await temporaryFolder(t)
  for (const path of ['own', 'ladder/runs/whole-1', 'ladder/runs/whole-2', 'runs/bare-1', 'deep/er/runs/lost-1'])
    await writeFixtureRun(join(folder, path))
  const found = await findRuns([folder])
  t.deepEqual(
    found.map(path => relative(folder, path)),
    ['own', 'runs/bare-1', 'ladder/runs/whole-1', 'ladder/runs/whole-2'],
  )
})

test('runs, curves, episodes, tasks, actors and data', async t => {
  const { ask, json } = await serving(t)
  const { runs, arms, measures } = await json('/api/overview')
  t.like(runs[0], { id: 'desk-1', state: 'finished', environment: 'desk', made: 2, iterations: 2 })
  t.is(arms.length, 1)
  t.true(JSON.stringify(measures).includes('"policy.kl"'))
  const curves = await json('/api/curves?measure=success&run=desk-1')
  t.deepEqual(curves.arms[0].runs[0].line.x, [1, 2])
  const { iterations, iteration, episodes } = await json('/api/episodes?run=desk-1')
  t.deepEqual([iterations, iteration], [[1, 2], 2])
  const detail = await json(`/api/episode?run=desk-1&iteration=1&episode=${encodeURIComponent('train/1/1/0')}`)
  t.is(detail.steps.length, episodes[0].steps)
  t.regex(detail.steps[0].screen, /class="screen"/)
  t.is((await json('/api/tasks?run=desk-1')).slots.length, 4)
  const history = await json('/api/task?run=desk-1&slot=1')
  t.is(history.versions[0].fate, 'root')
  t.is(typeof history.versions[0].goal, 'string')
  const actors = await json('/api/actors?run=desk-1')
  t.deepEqual([actors.from, actors.to, actors.lanes[0]], [1, 2, 'loop'])
  const trace = await ask('/api/trace.json?run=desk-1')
  t.regex(String(trace.headers['content-disposition']), /^attachment; filename="desk-1-trace\.json"$/)
  t.true(JSON.parse(trace.text).traceEvents.length > 6)
  const csv = await ask('/api/data.csv?measure=success&run=desk-1')
  t.is(csv.text.split('\n')[0], 'run,arm,seed,iteration,episodes,tokens,hours,value')
  t.is(csv.text.trim().split('\n').length, 3)
  t.deepEqual((await json('/api/compare?run=desk-1')).rows, [])
})

test('a page is told of a new line, and of a new run', async t => {
  const { watch, runs, json } = await serving(t)
  const told = openPage(t, watch.url)
  await until(t, () => told() > 0)
  const before = told()
  await appendFile(join(runs, 'desk-1', 'metrics.jsonl'), `${JSON.stringify(metricsOf(3))}\n`)
  await until(t, async () => told() > before && (await json('/api/overview')).runs[0].made === 3)
  await writeDeskRun(join(runs, 'desk-2'))
  await until(t, async () => (await json('/api/overview')).runs.length === 2)
  t.is(watch.pages(), 1)
})

test('10,000 requests of all sorts: no crash, no file from outside, and nothing is changed', async t => {
  const { watch, folder, runs, ask } = await serving(t)
  const before = await contents(folder)
  const routes = [
    'overview',
    'curves',
    'data.csv',
    'episodes',
    'episode',
    'tasks',
    'task',
    'actors',
    'trace.json',
    'compare',
  ]
  const escape = fc.constantFrom(
    '../',
    '..%2f',
    '%2e%2e/',
    '..\\',
    '%5c..',
    '//',
    '/./',
    '%00',
    '%',
    '....//',
    'file:///',
    runs,
    'secret.txt',
    'desk-1',
    '/etc/passwd',
    '../secret.txt',
  )
  const segment = anyText().map(encodeURIComponent)
  const piece = fc.oneof({ weight: 4, arbitrary: escape }, fc.string({ maxLength: 12 }), segment)
  const value = fc.oneof(
    piece,
    fc.array(piece, { maxLength: 6 }).map(parts => parts.join('')),
    fc.double().map(String),
    fc.integer().map(String),
    fc.constantFrom('desk-1', 'success', 'train/1/1/0', '__proto__', 'constructor'),
  )
  const key = fc.constantFrom(
    'run',
    'measure',
    'along',
    'window',
    'from',
    'to',
    'iteration',
    'episode',
    'slot',
    'count',
    'against',
  )
  const query = fc
    .array(fc.tuple(key, value), { maxLength: 6 })
    .map(pairs => pairs.map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join('&'))
  const path = fc.oneof(
    fc.tuple(fc.constantFrom(...routes), query).map(([route, text]) => `/api/${route}?${text}`),
    fc.array(piece, { maxLength: 8 }).map(parts => `/${parts.join('')}`),
    fc.array(piece, { maxLength: 8 }).map(parts => parts.join('')),
  )
  const method = fc.oneof(
    { weight: 8, arbitrary: fc.constant('GET') },
    fc.constantFrom('HEAD', 'POST', 'DELETE', 'OPTIONS', 'TRACE'),
  )
  const headers = fc.oneof(
    { weight: 6, arbitrary: fc.constant({}) },
    fc.dictionary(
      fc.constantFrom('Host', 'Origin', 'Range', 'Cookie', 'Upgrade', 'If-None-Match', 'Referer', 'X-Forwarded-Host'),
      fc.oneof(fc.constantFrom('websocket', 'bytes=0-', 'bytes=9-1', '*', watch.url, 'a'.repeat(4000)), segment),
      { maxKeys: 4 },
    ),
  )
  const statuses = new Map<number, number>()
  const asked = fc.sample(fc.tuple(path, method, headers), { numRuns: 10_000, seed: 7 })
  for (let start = 0; start < asked.length; start += 50) {
    const answers = await Promise.all(
      asked.slice(start, start + 50).map(([target, verb, given]) => {
        const sendable = target.replace(/[^\x21-\xff]/g, '%20')
        return ask(sendable === '' ? '/' : sendable, given, verb)
      }),
    )
    for (const { status, text } of answers) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      t.false(text.includes(secret))
      t.false(text.includes('root:'))
    }
  }
  t.log(
    [...statuses]
      .sort()
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
  )
  t.is(statuses.get(500) ?? 0, 0)
  t.true((statuses.get(200) ?? 0) > 500)
  await garbage(watch.url)
  t.is((await ask('/api/overview')).status, 200)
  t.deepEqual(await contents(folder), before)
})

/** Bytes that are no request at all. */
async function garbage(url: string): Promise<void> {
  const port = Number(new URL(url).port)
  const texts = [
    '\0\0\0\0',
    'GET / HTTP/9.9\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'x'.repeat(100_000),
    'GET ../../secret.txt HTTP/1.0\r\nHost: a\r\n\r\n',
    `GET /api/overview HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n\x81\xfe`,
    `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 99999999999\r\n\r\n${'x'.repeat(2 ** 21)}`,
    `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\nx`,
  ]
  for (const text of texts)
    await new Promise<void>(resolve => {
      const socket = connect(port, '127.0.0.1', () => socket.end(text))
      socket.resume()
      socket.on('error', () => {})
      socket.on('close', () => resolve())
    })
}

/** Each file with its size and time of change, and what is in the small ones. */
async function contents(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  return Promise.all(
    files.sort().map(async file => {
      const { size, mtimeMs } = await stat(file)
      return `${file} ${size} ${mtimeMs} ${size < 1000 ? await readFile(file, 'utf8') : ''}`
    }),
  )
}
