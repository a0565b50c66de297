import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { createGateway } from '../../../src/gateway/server/create-gateway.ts'
import { readJournal, type JournalLine, type TurnLine } from '../../../src/gateway/journal.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

test('the starter of the household answers over the network, by its key alone, and every turn is on disk', async t => {
  const directory = await temporaryFolder(t)
  const gateway = await createGateway({ directory, port: 0, threads: 1 })
  t.teardown(gateway.close)
  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(`${gateway.url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(body),
    })
  const asked = { messages: [{ role: 'user', content: 'You are in the middle of a room.' }], temperature: 0 }

  const refused = await post('/chat/completions', asked, {})
  t.is(refused.status, 401)
  t.like(await refused.json(), { type: 'error', error: { code: 'invalid_api_key' } })

  const answered = await post('/chat/completions', asked, { authorization: `Bearer ${gateway.key}` })
  t.is(answered.status, 200)
  const { choices } = (await answered.json()) as { readonly choices: readonly [{ message: { content: string } }] }
  const session = answered.headers.get('x-session-id') ?? ''

  const said = [...asked.messages, { role: 'assistant', content: choices[0].message.content }]
  const next = { messages: [...said, { role: 'user', content: 'Nothing happens.' }], max_tokens: 8, stream: true }
  const streamed = await post('/messages', next, { 'x-api-key': gateway.key })
  t.is(streamed.headers.get('x-session-id'), session)
  t.regex(await streamed.text(), /event: message_start\n[^]*event: message_stop\n/)
  t.is((await post(`/sessions/${session}/outcome`, { outcome: 0.5 }, { 'x-api-key': gateway.key })).status, 200)

  const lines = (await readFile(join(directory, 'turns.jsonl'), 'utf8')).trim().split('\n')
  const turns = lines.map(line => JSON.parse(line) as TurnLine).filter(({ kind }) => kind === 'turn')
  t.is(turns.length, 2)
  t.is(turns[1]?.after, turns[0]?.id)
  t.true(turns.every(({ sampled: [first] }) => first !== undefined && first.tokens.length === first.logprobs.length))
})

test('a gateway that trains has each turn voted on once what happened next is known, and begins again with what it has learnt', async t => {
  const directory = await temporaryFolder(t)
  const lines = async (kind: JournalLine['kind']): Promise<readonly JournalLine[]> =>
    (await readJournal(directory)).filter(line => line.kind === kind)
  const talk = async (turns: number, votes = 0): Promise<void> => {
    const { url, key, close } = await createGateway({ directory, port: 0, threads: 1, train: true })
    const messages = [{ role: 'user', content: 'You are in the middle of a room.' }]
    for (let turn = 0; turn < turns; turn += 1) {
      const answered = await fetch(`${url}/chat/completions`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ messages, max_tokens: 4 }),
      })
      t.is(answered.status, 200)
      const { choices } = (await answered.json()) as { readonly choices: readonly [{ message: { content: string } }] }
      messages.push({ role: 'assistant', content: choices[0].message.content })
      messages.push({ role: 'user', content: 'Nothing happens.' })
    }
    while ((await lines('voted')).length < votes) await new Promise(resolve => setTimeout(resolve, 20))
    await close()
  }
  await talk(30, 29)
  t.is((await lines('voted')).length, 29)
  const [trained, ...others] = await lines('trained')
  t.deepEqual(others, [])
  t.like(trained, { policy: 1, rewardModel: null })
  const turns = trained?.kind === 'trained' ? trained.turns : []
  t.is(new Set(turns).size, turns.length)
  /* Four are voted on at once, and the last of them may be more than are needed. */
  t.true(turns.length >= 16 && turns.length < 20, `${turns.length} turns`)
  await talk(1)
  const last = (await lines('turn')).at(-1)
  t.is(last?.kind === 'turn' && last.sampled[0]?.version, 1)
})

test('what training alone reads is refused without it', async t => {
  for (const [name, value] of Object.entries({
    method: 'opd',
    settings: {},
    outcome: 'rule.js',
    rewardModel: 'folder',
  }))
    await t.throwsAsync(createGateway({ directory: 'nowhere', [name]: value }), {
      instanceOf: RangeError,
      message: `train must be true where ${name} is given, got false`,
    })
})

test('a setting, a method or a rule that is none is refused before anything is opened', async t => {
  const directory = join(await temporaryFolder(t), 'turns')
  for (const [wrong, message] of [
    [{ settings: { foo: 1 } }, /^foo is not a key of the settings of binary/],
    [{ method: 'bin' }, /bin/],
    [{ outcome: 'nowhere.js' }, /^nowhere\.js cannot be loaded/],
  ] as const)
    await t.throwsAsync(createGateway({ directory, train: true, ...wrong }), { message })
  t.false(existsSync(directory))
})

test('sessions that can be gone on with are counted in whole numbers from 1 on', async t => {
  for (const maxSessions of [0, -1, 1.5, Number.NaN, Infinity])
    await t.throwsAsync(createGateway({ directory: 'nowhere', maxSessions }), {
      instanceOf: RangeError,
      message: `maxSessions must be a positive integer, got ${maxSessions}`,
    })
})

test('a gateway that cannot begin leaves nothing behind that answers', async t => {
  const directory = await temporaryFolder(t)
  const { url, close } = await createGateway({ directory, port: 0, threads: 1 })
  await close()
  /* Where the gateway's own is to be kept. */
  await mkdir(join(directory, 'address'))
  const options = { directory, port: Number(new URL(url).port), threads: 1 }
  await t.throwsAsync(createGateway(options), { code: 'EISDIR' })
  await t.throwsAsync(fetch(`${url}/models`), { instanceOf: TypeError })
  await rm(join(directory, 'address'), { recursive: true })
  await (await createGateway(options)).close()
})
