/** Several users of a gateway: their limits, and that none comes into the sessions of another; what is said of sessions. */
import test from 'ava'
import { removeExpired } from '../../../src/gateway/sessions/remove-expired.ts'
import { openJournal, readJournal, type TurnLine } from '../../../src/gateway/journal.ts'
import { sessionsIn } from '../../../src/gateway/sessions/sessions-in.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { scriptedGateway } from './scripted.ts'

const keys = [
  { name: 'ann', key: 'a-key-of-ann-1234', limits: { requestsPerMinute: 2, openTurns: 1 } },
  { name: 'bob', key: 'a-key-of-bob-1234', limits: { tokensPerMinute: 1 } },
] as const
const [ofAnn, ofBob] = keys.map(({ key }) => ({ 'x-api-key': key }))
const path = '/v1/chat/completions'
const body = { messages: [{ role: 'user', content: 'look' }] }

test('a user who asks too often gets 429 in the form of each dialect, with the seconds to wait; others do not', async t => {
  let time = 1e12
  const { ask } = scriptedGateway({ answer: () => 'look', keys, now: () => time })
  for (const path of ['/v1/chat/completions', '/v1/responses', '/v1/messages']) {
    time += 120_000
    const asked = path === '/v1/responses' ? { input: 'look' } : { ...body, max_tokens: 8 }
    const headers = ofAnn ?? {}
    for (const wait of [0, 10_000]) {
      time += wait
      t.is((await ask({ path, body: asked, headers })).status, 200)
    }
    const refused = await ask({ path, body: asked, headers })
    t.is(refused.status, 429)
    t.is(refused.headers?.['retry-after'], '50')
    const message = 'this key has 2 requests a minute: ask again in 50 s'
    t.like(
      refused.whole,
      path === '/v1/messages'
        ? { type: 'error', error: { type: 'rate_limit_error', message } }
        : { error: { code: 'rate_limit_exceeded', message } },
    )
    t.is((await ask({ path, body: asked })).status, 200)
    time += 50_000
    t.is((await ask({ path, body: asked, headers })).status, 200)
  }
  t.is((await ask({ path, body, headers: ofBob ?? {} })).status, 200)
  const spent = await ask({ path, body, headers: ofBob ?? {} })
  t.is(spent.whole.error?.message, 'this key has 1 tokens a minute: ask again in 60 s')
})

test('a turn is open until it is answered; one that is refused or fails is not', async t => {
  let open: (text: string) => void = () => {}
  const { ask } = scriptedGateway({
    answer: at => (at === 0 ? new Promise(resolve => (open = resolve)) : 'look'),
    keys: [{ name: 'ann', key: 'a-key-of-ann-1234', limits: { openTurns: 1 } }],
  })
  const headers = ofAnn ?? {}
  t.is((await ask({ path, body: { messages: [] }, headers })).status, 400)
  const first = ask({ path, body, headers })
  const second = await ask({ path, body: { messages: [{ role: 'user', content: 'go' }] }, headers })
  t.is(second.whole.error?.message, 'this key has 1 open turns: ask again in 1 s')
  open('look')
  t.is((await first).status, 200)
  t.is((await ask({ path, body, headers })).status, 200)
})

test('a request whose session cannot be told without what must not be kept is no open turn', async t => {
  const redact = (text: string): string => {
    if (text === 'broken') throw new Error('no such text')
    return text
  }
  const { ask } = scriptedGateway({
    ...{ answer: () => 'look', redact },
    keys: [{ name: 'ann', key: 'a-key-of-ann-1234', limits: { openTurns: 1 } }],
  })
  t.is((await ask({ path, body, headers: { ...ofAnn, 'x-session-id': 'broken' } })).status, 500)
  t.is((await ask({ path, body, headers: ofAnn ?? {} })).status, 200)
})

test('no user goes on with a session of another, or gets its answers, by whatever name; also after a new beginning', async t => {
  const free = keys.map(each => ({ ...each, limits: {} }))
  const first = scriptedGateway({ answer: at => ['look', 'go to desk 1'][at] ?? 'look', keys: free })
  const named = { ...ofAnn, 'x-session-id': 'mine' }
  const own = await first.ask({ path: '/v1/responses', body: { input: 'look' }, headers: named })
  for (const { ask } of [first, scriptedGateway({ answer: () => 'look', keys: free, lines: first.written })]) {
    const other = await ask({
      path: '/v1/responses',
      body: { input: 'look' },
      headers: { ...ofBob, 'x-session-id': 'mine' },
    })
    t.not(other.session, own.session)
    const referred = { input: 'go', previous_response_id: (own.whole as { readonly id?: string }).id }
    t.is((await ask({ path: '/v1/responses', body: referred, headers: ofBob ?? {} })).status, 400)
    const outcome = { path: `/v1/sessions/${own.session ?? ''}/outcome`, body: { outcome: 1 } }
    t.is((await ask({ ...outcome, headers: ofBob ?? {} })).status, 404)
    t.is((await ask({ ...outcome, headers: ofAnn ?? {} })).status, 200)
    t.is((await ask(outcome)).status, 200)
    t.is((await ask({ path: '/v1/responses', body: referred, headers: ofAnn ?? {} })).status, 200)
  }
  t.deepEqual(
    first.written.filter(line => line.kind === 'turn').map(({ user }) => user),
    ['ann', 'bob', 'ann'],
  )
})

test('a session is deleted while the gateway runs, but not under an open turn; a person gives a verdict on a turn', async t => {
  const folder = await temporaryFolder(t)
  const journal = await openJournal(folder)
  t.teardown(journal.close)
  let open: (text: string) => void = () => {}
  const { ask } = scriptedGateway({
    answer: at => (at === 1 ? new Promise(resolve => (open = resolve)) : 'look'),
    journal,
  })
  const headers = { 'x-session-id': 'one' }
  await ask({ path, body, headers })
  const [turn] = (await readJournal(folder)).filter((line): line is TurnLine => line.kind === 'turn')
  const verdict = { path: `/v1/turns/${turn?.id ?? ''}/verdict`, body: { verdict: -1, reason: 'rude' } }
  t.is((await ask({ ...verdict, path: `/v1/turns/chatcmpl-${turn?.id ?? ''}/verdict` })).status, 200)
  t.is((await ask({ ...verdict, body: { verdict: 2 } })).status, 400)
  t.is((await ask({ ...verdict, path: '/v1/turns/none/verdict' })).status, 404)
  t.deepEqual(sessionsIn(await readJournal(folder))[0]?.turns[0]?.verdicts, [
    { verdict: -1, reason: 'rude', by: 'person' },
  ])
  const going = ask({ path, body: { messages: [{ role: 'user', content: 'go' }] }, headers })
  const remove = { path: '/v1/sessions/one', body: '', method: 'DELETE' }
  t.is((await ask(remove)).status, 409)
  open('look')
  await going
  t.is((await ask(remove)).status, 200)
  /* On its way since before. */
  await journal.append({ kind: 'voted', id: turn?.id ?? '', verdicts: [], hints: [], fault: null })
  t.deepEqual(await readJournal(folder), [])
  t.is((await ask(remove)).status, 404)
  const again = await ask({ path, body, headers })
  t.not(again.session, turn?.session)
})

test('by the hours of a clock sessions go from the disk and are gone on with no more, but not while a turn is open', async t => {
  const folder = await temporaryFolder(t)
  const journal = await openJournal(folder)
  t.teardown(journal.close)
  let time = 1_764_000_000_000
  const now = (): number => time
  const hourMs = 3_600_000
  const { ask, forget } = scriptedGateway({ answer: () => 'look', journal, now })
  const sweep = () => removeExpired({ journal, retention: { maxSilentMs: 24 * hourMs }, now, forget })
  const talk = (name: string) => ask({ path, body, headers: { 'x-session-id': name, 'x-train': 'no' } })
  const first = await talk('old')
  time += 20 * hourMs
  const second = await talk('new')
  t.deepEqual(await sweep(), [])
  time += 5 * hourMs
  t.deepEqual(await sweep(), [first.session])
  t.deepEqual(
    sessionsIn(await readJournal(folder)).map(({ name }) => name),
    ['new'],
  )
  t.not((await talk('old')).session, first.session)
  t.is((await talk('new')).session, second.session)
})

test('the trainer is told of sessions that go, at hand or not, and of none that stays because it is being answered', async t => {
  const forgotten: string[] = []
  let open: (text: string) => void = () => {}
  const { ask, forget } = scriptedGateway({
    answer: at => (at === 1 ? new Promise(resolve => (open = resolve)) : 'look'),
    ...{ keys: [{ name: 'ann', key: 'a-key-of-ann-1234', limits: {} }], maxSessions: 1 },
    onForgotten: session => void forgotten.push(session),
  })
  const headers = { ...ofAnn, 'x-session-id': 'one' }
  const { session = '' } = await ask({ path, body, headers })
  const going = ask({ path, body: { messages: [{ role: 'user', content: 'go' }] }, headers })
  t.false(forget(session))
  t.deepEqual(forgotten, [])
  open('look')
  await going
  await ask({ path, body, headers: { ...ofAnn, 'x-session-id': 'two' } })
  t.is((await ask({ path: `/v1/sessions/${session}`, body: '', method: 'DELETE' })).status, 200)
  t.deepEqual(forgotten, [session])
})

test('a gateway that keeps fewer sessions at hand than the one before begins all the same', async t => {
  const first = scriptedGateway({ answer: () => 'look' })
  for (const name of ['a', 'b', 'a']) {
    const messages = [{ role: 'user', content: 'look' }]
    const said =
      name === 'a' && first.written.length > 0
        ? [...messages, { role: 'assistant', content: 'look' }, ...messages]
        : messages
    await first.ask({ path, body: { messages: said }, headers: { 'x-session-id': name } })
  }
  const { ask } = scriptedGateway({ answer: () => 'look', lines: first.written, maxSessions: 1 })
  t.is((await ask({ path: '/v1/sessions/a/outcome', body: { outcome: 1 } })).status, 200)
  t.is((await ask({ path: '/v1/sessions/b/outcome', body: { outcome: 1 } })).status, 404)
})
