/** Answers that are sent while they are sampled, and clients that leave meanwhile. */
import test from 'ava'
import type { JournalLine, TurnLine } from '../../../src/gateway/journal.ts'
import { deferred } from '../../../src/runtime/waiting/deferred.ts'
import { completedIn } from './completed.ts'
import { eventsIn, ofChat, scriptedGateway, words, writes } from './scripted.ts'

const asked = {
  '/v1/chat/completions': { messages: [{ role: 'user', content: 'look' }], stream: true },
  '/v1/responses': { input: 'look', stream: true },
  '/v1/messages': { messages: [{ role: 'user', content: 'look' }], stream: true },
}
const chat = '/v1/chat/completions'
const tools = [{ type: 'function', function: { name: 'go_to', parameters: { type: 'object', properties: {} } } }]

const textIn = (events: string): string =>
  [...events.matchAll(/"(?:content|delta|text)":"([^"]*)"/g)].map(([, text]) => text).join('')

const turnsIn = (lines: readonly JournalLine[]): readonly TurnLine[] =>
  lines.filter((line): line is TurnLine => line.kind === 'turn')

for (const [path, body] of Object.entries(asked))
  test(`text is sent before the answer is there: ${path}`, async t => {
    const goOn = deferred<void>()
    const { ask, written } = scriptedGateway({ answer: () => 'go to desk 1', between: () => goOn.promise })
    const { body: events } = await ask({ path, body })
    const reader = (events as AsyncIterable<string>)[Symbol.asyncIterator]()
    let begun = ''
    while (!textIn(begun).includes('go to')) begun += String((await reader.next()).value)
    t.is(turnsIn(written).length, 0)
    goOn.resolve()
    let rest = ''
    for (let next = await reader.next(); next.done !== true; next = await reader.next()) rest += next.value
    t.true(textIn(rest).includes(' desk 1'))
    t.is(turnsIn(written).length, 1)
  })

test('text that may be a call, or may end the answer, waits until it is known', async t => {
  const { ask } = scriptedGateway({ answer: () => 'go to desk 1' })
  const called = await eventsIn(await ask({ path: chat, body: { ...asked[chat], tools } }))
  t.true(called.startsWith('data: '))
  const stopped = await eventsIn(await ask({ path: chat, body: { ...asked[chat], stop: ['to desk 1'] } }))
  t.is(textIn(stopped), 'go ')
})

test('an engine that fails on the way ends the stream with the fault', async t => {
  for (const [path, body] of Object.entries(asked)) {
    const broken = async (): Promise<void> => {
      throw new Error('the engine broke')
    }
    const { ask, written } = scriptedGateway({ answer: () => 'go to desk 1', between: broken })
    const events = await eventsIn(await ask({ path, body }))
    t.regex(events, /"error":\{[^}]*the engine broke/)
    t.notRegex(events, /\[DONE\]|"(?:response\.completed|message_stop)"/)
    t.is(turnsIn(written).length, 0)
  }
})

/** A client that asks for two answers, and leaves after the first piece: the first has ended, the second ends later. */
async function leavingTwo(maxSessions: number) {
  const [first, second] = [deferred<void>(), deferred<void>()]
  const gates = [first, second]
  const gateway = scriptedGateway({
    ...{ answer: () => 'go to desk 1', maxSessions },
    between: () => gates.shift()?.promise ?? Promise.resolve(),
  })
  const gone = new AbortController()
  const headers = { 'x-session-id': 'one' }
  const { body } = await gateway.ask({ path: chat, body: { ...asked[chat], n: 2 }, headers, left: gone.signal })
  const reader = (body as AsyncIterable<string>)[Symbol.asyncIterator]()
  let held = ''
  while (!textIn(held).includes('go to')) held += String((await reader.next()).value)
  gone.abort()
  first.resolve()
  await new Promise(resolve => setImmediate(resolve))
  const ended = async (): Promise<void> => {
    second.resolve()
    while ((await reader.next()).done !== true);
  }
  return { ...gateway, ended }
}

test('a session is not deleted while a turn of it ends that its client has left, and is afterwards', async t => {
  const { ask, written, ended } = await leavingTwo(100)
  const remove = { path: '/v1/sessions/one', body: '', method: 'DELETE' }
  t.is((await ask(remove)).status, 409)
  await ended()
  t.is(turnsIn(written)[0]?.answer.choices.length, 2)
  t.is((await ask(remove)).status, 200)
})

test('a turn that its client has left ends also where its session is no longer at hand', async t => {
  const { ask, written, ended } = await leavingTwo(1)
  await ask({ path: chat, body: { messages: [{ role: 'user', content: 'go' }] } })
  await ended()
  t.is(turnsIn(written).length, 2)
  t.is((await ask({ path: '/v1/sessions/one/outcome', body: { outcome: 1 } })).status, 404)
})

/** A client that leaves after the first piece. */
async function leaving(
  answers: readonly string[] = ['go to desk 1'],
  options: Partial<Parameters<typeof scriptedGateway>[0]> = {},
  asks: object = asked[chat],
) {
  const goOn = deferred<void>()
  const gateway = scriptedGateway({
    ...options,
    answer: at => answers[at] ?? 'look',
    between: () => goOn.promise,
  })
  const gone = new AbortController()
  const { body } = await gateway.ask({ path: chat, body: asks, left: gone.signal })
  const reader = (body as AsyncIterable<string>)[Symbol.asyncIterator]()
  let held = ''
  while (!textIn(held).includes('go to')) held += String((await reader.next()).value)
  gone.abort()
  goOn.resolve()
  while ((await reader.next()).done !== true);
  return { ...gateway, held: textIn(held) }
}

test('a client that leaves ends the sampling; the turn is kept as cut, in the tokens that were sent', async t => {
  const { written } = await leaving()
  const [cut, ...others] = turnsIn(written)
  t.deepEqual(others, [])
  t.like(cut?.answer.choices[0], { text: 'go to', finish: 'cut' })
  t.deepEqual(cut?.sampled[0]?.tokens, [...words.encode('go to')])
})

test('of a cut turn, text that was held back is not kept, nor its tokens', async t => {
  const call = '<tool_call>\n{"name": "go_to", "arguments": {}}\n</tool_call>'
  const asks = { ...asked[chat], tools }
  const { written, held } = await leaving([`I go to it.\n${call}`], { speaks: ofChat, pieceTokens: 16 }, asks)
  t.is(held, 'I go to it.')
  const [cut] = turnsIn(written)
  t.is(cut?.answer.choices[0].text, 'I go to it.')
  t.is(ofChat.tokenizer.decode(cut?.sampled[0]?.tokens ?? []), 'I go to it.')
  t.is(cut?.answer.answerTokens, cut?.sampled[0]?.tokens.length)
})

test('a client that goes on from what it holds of a cut answer goes on in the same tokens, and the turn is trained on', async t => {
  const { ask, read, written, held } = await leaving()
  t.is(held, 'go to')
  const messages = [
    { role: 'user', content: 'look' },
    { role: 'assistant', content: held },
    { role: 'user', content: 'look' },
  ]
  await ask({ path: chat, body: { messages } })
  const observed = [...words.encode('look'), words.id('<act>')]
  t.deepEqual(read(1), [...observed, ...writes('go to'), ...observed])
  t.is(turnsIn(written)[1]?.after, turnsIn(written)[0]?.id)
  t.deepEqual(
    completedIn(written).map(({ answer }) => answer),
    [[...words.encode('go to')]],
  )
})

test('a turn that was left before anything was sent is not gone on from, and the next gateway begins', async t => {
  const goOn = deferred<void>()
  const { ask, written } = scriptedGateway({ answer: () => 'go to desk 1', between: () => goOn.promise })
  const gone = new AbortController()
  const user = (content: string) => ({ role: 'user', content })
  const lost = ask({ path: chat, body: { messages: [user('look')] }, left: gone.signal })
  gone.abort()
  const next = ask({ path: chat, body: { messages: [user('look'), user('go on')] } })
  goOn.resolve()
  t.is((await lost).status, 500)
  await next
  const [turn, ...others] = turnsIn(written)
  t.deepEqual(others, [])
  t.like(turn, { parent: null, fresh: ['look', 'go on'].map(text => ({ kind: 'user', text })) })
  const withoutParent = written.map(line => (line.kind === 'turn' ? { ...line, parent: 'lost' } : line))
  for (const lines of [written, withoutParent]) {
    const after = scriptedGateway({ answer: () => 'look', lines })
    const messages = [user('look'), user('go on'), { role: 'assistant', content: 'go to desk 1' }, user('look')]
    t.is((await after.ask({ path: chat, body: { messages } })).session, turn?.session)
  }
})

test('a cut turn that is asked for again is sampled anew under its id, and its last line counts', async t => {
  const { ask, written } = await leaving(['go to desk 1', 'go to desk 2'])
  t.true(textIn(await eventsIn(await ask({ path: chat, body: asked[chat] }))).endsWith('desk 2'))
  const [cut, whole] = turnsIn(written)
  t.is(cut?.id, whole?.id)
  const messages = [...asked[chat].messages, { role: 'assistant', content: 'go to desk 2' }]
  const next = { messages: [...messages, { role: 'user', content: 'look' }] }
  await ask({ path: chat, body: next })
  t.deepEqual(
    completedIn(written).map(({ answer }) => answer),
    [[...writes('go to desk 2')]],
  )
  const after = scriptedGateway({ answer: () => 'look', lines: written.slice(0, -2) })
  await after.ask({ path: chat, body: next })
  t.is(turnsIn(after.written)[0]?.after, whole?.id)
})
