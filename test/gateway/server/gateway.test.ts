import test from 'ava'
import fc from 'fast-check'
import type { TurnLine } from '../../../src/gateway/journal.ts'
import { eventsIn, ofChat, ofWords, scriptedGateway, words, writes } from './scripted.ts'

const tool = {
  ...{ name: 'go_to', description: 'Goes there.' },
  parameters: { type: 'object', properties: { place: { type: 'string' } } },
}
const opening = 'You are in the middle of a room.'
const seen = 'On the desk 1, you see a mug 1.'

/** One agent in three dialects: it is told the room, calls a tool, and tells what it gave. */
const agents = [
  {
    path: '/v1/chat/completions',
    first: { messages: [{ role: 'user', content: opening }], tools: [{ type: 'function', function: tool }] },
    next: (id: string) => ({
      messages: [
        { role: 'user', content: opening },
        /* Arguments come back rewritten. */
        { role: 'assistant', content: null, tool_calls: [{ id, function: { name: 'go_to', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: id, content: seen },
      ],
      tools: [{ type: 'function', function: tool }],
    }),
  },
  {
    path: '/v1/responses',
    first: { input: opening, tools: [{ type: 'function', ...tool }] },
    next: (id: string) => ({
      input: [
        { role: 'user', content: opening },
        { type: 'function_call', call_id: id, name: 'go_to', arguments: '{ "place": "desk 1" }' },
        { type: 'function_call_output', call_id: id, output: seen },
      ],
      tools: [{ type: 'function', ...tool }],
    }),
  },
  {
    path: '/v1/messages',
    first: {
      messages: [{ role: 'user', content: opening }],
      tools: [{ name: tool.name, description: tool.description, input_schema: tool.parameters }],
    },
    next: (id: string) => ({
      messages: [
        { role: 'user', content: opening },
        { role: 'assistant', content: [{ type: 'tool_use', id, name: 'go_to', input: { place: 'desk 1' } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: seen }] },
      ],
      tools: [{ name: tool.name, description: tool.description, input_schema: tool.parameters }],
    }),
  },
] as const

const turnsIn = (written: readonly { readonly kind: string }[]): readonly TurnLine[] =>
  written.filter((line): line is TurnLine => line.kind === 'turn')

const observed = (text: string): readonly number[] => [...words.encode(text), words.id('<act>')]
const whole = [...observed(opening), ...writes('go to desk 1'), ...observed(seen)]

for (const { path, first, next } of agents)
  test(`what was sampled is continued as ids, whatever the agent makes of it: ${path}`, async t => {
    const { ask, read, written } = scriptedGateway({
      answer: at => ['go to desk 1', 'take mug 1 from desk 1'][at] ?? '',
    })
    const { session, whole: reply } = await ask({ path, body: first })
    const id = /"((?:call|toolu)_t\w+)"/.exec(JSON.stringify(reply))?.[1] ?? ''
    t.is((await ask({ path, body: next(id) })).session, session)
    t.deepEqual(read(1), whole)
    const [one, two] = turnsIn(written)
    t.deepEqual(one?.sampled, [
      {
        tokens: [...writes('go to desk 1')],
        logprobs: [...writes('go to desk 1')].map(() => -0.5),
        version: 3,
      },
    ])
    t.like(two, { after: one?.id, parent: one?.id, promptTokens: observed(seen), train: true })
  })

const chat = '/v1/chat/completions'
const say = (...texts: readonly string[]) => ({
  messages: texts.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content })),
})

test('conversations that grow as they like: the model reads the tokens of each as they were', async t => {
  const growth = fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(growth, async steps => {
      const { ask, read } = scriptedGateway({ answer: at => `go to desk ${at}` })
      const told: (readonly string[])[] = []
      const tokens: (readonly number[])[] = []
      for (const [at, from] of steps.entries()) {
        const parent = from % (at + 1) === at ? null : from % (at + 1)
        const sent = [...(parent === null ? [] : told[parent]!), 'look']
        await ask({ path: chat, body: say(...sent) })
        const before = parent === null ? [] : tokens[parent]!
        t.deepEqual(read(at), [...before, ...observed('look')])
        told.push([...sent, words.decode(writes(`go to desk ${at}`))])
        tokens.push([...read(at), ...writes(`go to desk ${at}`)])
      }
    }),
    { numRuns: 30 },
  )
})

test('a repeat gets the same answer, and the model is not asked again', async t => {
  const { ask, prompts, written } = scriptedGateway({ answer: at => `go to desk ${at}` })
  const first = await ask({ path: chat, body: say('look') })
  const again = await ask({ path: chat, body: say('look'), headers: { 'x-stainless-retry-count': '1' } })
  t.deepEqual(again.body, first.body)
  t.is(prompts.length, 1)
  t.is(turnsIn(written).length, 1)
  const other = await ask({ path: chat, body: say('look') })
  t.notDeepEqual(other.body, first.body)
  t.not(other.session, first.session)
})

test('a client that leaves while the model writes, and asks again, joins its own turn', async t => {
  let write: (text: string) => void = () => {}
  const { ask, prompts, written } = scriptedGateway({ answer: () => new Promise(resolve => (write = resolve)) })
  const gone = new AbortController()
  const first = ask({ path: chat, body: say('look'), left: gone.signal })
  gone.abort()
  const again = ask({ path: chat, body: say('look') })
  write('go to desk 1')
  t.deepEqual((await again).body, (await first).body)
  t.is(prompts.length, 1)
  t.is(turnsIn(written).length, 1)
  t.like(written.at(-1), { kind: 'delivered', delivery: 'whole' })
})

test('more requests than may wait are refused until one is answered', async t => {
  let write: (text: string) => void = () => {}
  const { ask } = scriptedGateway({ answer: () => new Promise(resolve => (write = resolve)), maxWaiting: 1 })
  const first = ask({ path: chat, body: say('look') })
  const second = await ask({ path: '/v1/messages', body: say('look') })
  t.like(second, { status: 429, headers: { 'retry-after': '1' }, whole: { error: { type: 'rate_limit_error' } } })
  write('look')
  t.is((await first).status, 200)
  const third = ask({ path: chat, body: say('look') })
  write('look')
  t.is((await third).status, 200)
})

test('a turn that failed is sampled anew when it is asked for again', async t => {
  const { ask, prompts, written } = scriptedGateway({
    answer: at => (at === 0 ? Promise.reject(new Error('the engine broke')) : 'look'),
  })
  const failed = await ask({ path: chat, body: say('look') })
  t.like(failed, { status: 500, whole: { error: { message: 'the engine broke' } } })
  t.is((await ask({ path: chat, body: say('look') })).status, 200)
  t.is(prompts.length, 2)
  t.is(turnsIn(written).length, 1)
})

test('requests that are refused or fail take the place of no session', async t => {
  const { ask } = scriptedGateway({
    answer: at => (at === 1 ? Promise.reject(new Error('the engine broke')) : 'look'),
    maxSessions: 1,
  })
  const headers = { 'x-session-id': 'mine' }
  const { session } = await ask({ path: chat, body: say('look'), headers })
  for (const name of ['other', 'mine']) {
    const content = [{ type: 'image_url', image_url: { url: `http://127.0.0.1/${name}` } }]
    const messages = [{ role: 'user', content }]
    t.is((await ask({ path: chat, body: { messages }, headers: { 'x-session-id': name } })).status, 400)
  }
  t.is((await ask({ path: chat, body: say('look') })).status, 500)
  t.is((await ask({ path: '/v1/sessions/other/outcome', body: { outcome: 1 } })).status, 404)
  t.is((await ask({ path: '/v1/sessions/mine/outcome', body: { outcome: 1 } })).status, 200)
  t.is((await ask({ path: chat, body: say('look', 'look', 'go'), headers })).session, session)
})

test('a gateway that begins with the lines of another goes on with its sessions, in the same tokens', async t => {
  const { path, first, next } = agents[1]
  const before = scriptedGateway({ answer: () => 'go to desk 1' })
  const { session, whole: reply } = await before.ask({ path, body: first })
  const after = scriptedGateway({ answer: () => 'look', lines: before.written })
  const again = await after.ask({ path, body: first, headers: { 'x-stainless-retry-count': '1' } })
  t.deepEqual(again.whole.output, reply.output)
  t.is(after.prompts.length, 0)
  const id = /"(call_t\w+)"/.exec(JSON.stringify(reply))?.[1] ?? ''
  t.is((await after.ask({ path, body: next(id) })).session, session)
  t.deepEqual(after.read(0), whole)
  const linked = {
    previous_response_id: reply.id,
    input: [{ type: 'function_call_output', call_id: id, output: seen }],
  }
  await after.ask({ path, body: { ...linked, tools: first.tools } })
  t.deepEqual(after.read(1), whole)
})

test('what the system said in a conversation lasts for requests that follow an answer, also after a restart', async t => {
  const path = '/v1/responses'
  const said = (role: string, content: string): object => ({ role, content })
  const first = { input: [said('developer', 'Be short.'), said('user', 'look')] }
  const talk = async (redact?: (text: string) => string) => {
    const options = { answer: () => 'go', speaks: ofChat, ...(redact === undefined ? {} : { redact }) }
    const before = scriptedGateway(options)
    const { whole: one } = await before.ask({ path, body: first })
    const follow = { previous_response_id: one.id, instructions: 'Help.', input: 'Further?' }
    const { whole: two } = await before.ask({ path, body: follow })
    const after = scriptedGateway({ ...options, lines: before.written })
    await after.ask({ path, body: { ...follow, previous_response_id: two.id } })
    const system = (read: readonly number[]): string =>
      /system\n([^]*?)\n?user/.exec(ofChat.tokenizer.decode(Int32Array.from(read)))?.[1] ?? ''
    return { written: before.written, told: [before.read(1), after.read(0)].map(system) }
  }
  t.deepEqual((await talk()).told, ['Help.\n\nBe short.', 'Help.\n\nBe short.'])
  const { told, written } = await talk(text => text.replace('short', 'so'))
  t.deepEqual(told, ['Help.\n\nBe short.', 'Help.\n\nBe so.'])
  t.false(JSON.stringify(written).includes('short'))
})

test('several answers, each of which can be gone on from', async t => {
  const { ask, read, written } = scriptedGateway({ answer: () => 'look' })
  const { whole: reply } = await ask({ path: chat, body: { ...say('look'), n: 2 } })
  t.is(reply.choices?.length, 2)
  t.is(turnsIn(written)[0]?.sampled.length, 2)
  await ask({ path: chat, body: say('look', 'look', 'look') })
  t.deepEqual(read(2), [...observed('look'), ...writes('look'), ...observed('look')])
})

test('limits, texts that end an answer, and seeds, each of which gives the same again', async t => {
  const { ask, prompts, written } = scriptedGateway({ answer: () => 'go to desk 1' })
  const options = { temperature: 0, top_p: 0.5, seed: 7, max_tokens: 2 }
  const { whole: short } = await ask({ path: chat, body: { ...say('look'), ...options } })
  t.like(prompts[0], { temperature: 0, topP: 0.5, maxTokens: 2, stop: [words.id('<end>')] })
  t.is(short.choices?.[0]?.finish_reason, 'length')
  for (const seed of [7, 8]) await ask({ path: chat, body: { ...say('look'), seed } })
  t.deepEqual(prompts[1]?.key, prompts[0]?.key)
  t.notDeepEqual(prompts[2]?.key, prompts[0]?.key)
  const { whole: stopped } = await ask({ path: chat, body: { ...say('look'), stop: 'desk', logprobs: true } })
  t.like(stopped.choices?.[0], { message: { content: 'go to ' }, finish_reason: 'stop' })
  t.deepEqual(turnsIn(written)[3]?.sampled[0]?.tokens, [...writes('go to desk 1').slice(0, -1)])
})

const callOf = (place: string): string => JSON.stringify({ name: 'go_to', arguments: { place } })
const twice = {
  'in marks': [
    'I go.',
    `<tool_call>\n${callOf('desk')}\n</tool_call>`,
    `\n<tool_call>\n${callOf('bed')}\n</tool_call>`,
  ],
  'in marks with text between': [
    '',
    `<tool_call>${callOf('desk')}</tool_call>`,
    `And: <tool_call>${callOf('bed')}</tool_call>`,
  ],
  'as JSON alone': ['', callOf('desk'), `;\n${callOf('bed')}`],
} as const
for (const [how, [before, first, second]] of Object.entries(twice))
  test(`where one call may be made, the answer, its tokens and what is trained on end with it: calls ${how}`, async t => {
    for (const pieceTokens of [1, 16, 1000]) {
      const answer = before + first + second
      const { ask, read, written } = scriptedGateway({ answer: () => answer, speaks: ofChat, pieceTokens })
      const tools = [{ type: 'function', function: tool }]
      const body = { ...say('look'), tools, parallel_tool_calls: false }
      const { whole: reply } = await ask({ path: chat, body })
      const message = reply.choices?.[0]?.message
      t.is(message?.content ?? '', before)
      t.like(reply.choices?.[0], { finish_reason: 'tool_calls', message: { tool_calls: { length: 1 } } })
      const [turn] = turnsIn(written)
      t.is(ofChat.tokenizer.decode(turn?.sampled[0]?.tokens ?? []), before + first)
      t.is(turn?.sampled[0]?.logprobs.length, turn?.sampled[0]?.tokens.length)
      t.true(turn?.train)
      const given = { role: 'tool', tool_call_id: message?.tool_calls?.[0]?.id, content: seen }
      await ask({ path: chat, body: { ...body, messages: [...body.messages, message, given] } })
      const prompt = ofChat.tokenizer.decode(read(1))
      t.true(prompt.includes('desk'))
      t.false(prompt.includes('bed'))
      const streamed = await eventsIn(await ask({ path: chat, body: { ...body, stream: true } }))
      t.true(streamed.includes('desk'))
      t.false(/bed|And/.test(streamed))
      await ask({ path: chat, body: { ...say('look'), tools } })
      t.true(ofChat.tokenizer.decode(turnsIn(written).at(-1)?.sampled[0]?.tokens ?? []).includes('bed'))
    }
  })

test('a token that is a part of a sign has no bytes of another', async t => {
  const { ask } = scriptedGateway({ answer: () => 'aé', speaks: ofChat })
  const { whole: reply } = await ask({ path: chat, body: { ...say('look'), logprobs: true } })
  const bytes = [...JSON.stringify(reply).matchAll(/"bytes":(\[[^\]]*\]|null)/g)].map(([, each]) => each)
  t.deepEqual(bytes, ['[97]', 'null', 'null'])
})

test('the text that comes first ends an answer, whatever tokens and blanks it has', async t => {
  const said = async (answer: string, stop: string | readonly string[], speaks = ofChat) => {
    const { ask } = scriptedGateway({ answer: () => answer, speaks })
    const { whole: reply } = await ask({ path: chat, body: { ...say('look'), stop } })
    const streamed = await eventsIn(await ask({ path: chat, body: { ...say('look'), stop, stream: true } }))
    const pieces = [...streamed.matchAll(/"content":("[^"]*")/g)].map(([, text = '']) => JSON.parse(text) as string)
    t.is(pieces.join(''), reply.choices?.[0]?.message?.content ?? '')
    return pieces.join('')
  }
  t.is(await said('one\n###\ntwo', '###\n'), 'one')
  t.is(await said('one END', 'END '), 'one END')
  t.is(await said('one END two', ['END ', 'two']), 'one')
  t.is(await said('<think>one END two</think>three', 'END'), '')
  t.is(await said('go to desk 1', ['esk', 'd'], ofWords), 'go to ')
  t.is(await said('take mug 1 from desk 1', 'from ', ofWords), 'take mug 1 ')
})

test('what is wrong is said in the dialect’s own form', async t => {
  const { ask, prompts } = scriptedGateway({ answer: () => 'look', contextTokens: 4 })
  const long = await ask({ path: chat, body: say('look look look look') })
  t.like(long, { status: 400, whole: { error: { code: 'context_length_exceeded' } } })
  t.regex(long.whole.error?.message ?? '', /^prompt is too long: \d+ tokens > 3 maximum/)
  const wrong = await ask({ path: '/v1/messages', body: { messages: [] } })
  t.like(wrong, { status: 400, whole: { type: 'error', error: { type: 'invalid_request_error' } } })
  for (const [path, body, message] of [
    [chat, '{', /^the body must be JSON: /],
    ['/v1/sessions/%zz/outcome', {}, /^the address must have whole escapes: URI malformed$/],
  ] as const) {
    const unread = await ask({ path, body })
    t.is(unread.status, 400)
    t.regex(unread.whole.error?.message ?? '', message)
  }
  t.is((await ask({ path: chat, body: say('look', 'go') })).status, 400)
  const unknown = await ask({ path: '/v1/responses', body: { input: 'look', previous_response_id: 'resp_0' } })
  t.like(unknown, { status: 400, whole: { error: { code: 'previous_response_not_found' } } })
  t.is((await ask({ path: '/v1/threads', body: {} })).status, 404)
  t.is(prompts.length, 0)
})

test('a conversation that is far too long is refused as that, at its beginning and further on', async t => {
  const { ask } = scriptedGateway({ answer: () => 'look' })
  const long = 'look '.repeat(150_000)
  await ask({ path: chat, body: say('look') })
  for (const texts of [[long], ['look', 'look', long], ['look', long, 'look']])
    t.like(await ask({ path: chat, body: say(...texts) }), {
      status: 400,
      whole: { error: { code: 'context_length_exceeded' } },
    })
})

test('an answer of 150,000 tokens, in one piece', async t => {
  const { ask } = scriptedGateway({ answer: () => 'look '.repeat(150_000), contextTokens: 1e6 })
  const body = {
    ...say('look'),
    max_tokens: 2e5,
    response_format: { type: 'json_schema', json_schema: { schema: {} } },
  }
  t.like(await ask({ path: chat, body }), { status: 200, whole: { usage: { completion_tokens: 150_001 } } })
})

test('streams, models, health, sessions that are not trained on, and outcomes', async t => {
  const { ask, written } = scriptedGateway({ answer: () => 'look', maxSessions: 1 })
  const headers = { 'x-train': 'no', 'x-session-id': 'mine' }
  const streamed = await ask({ path: chat, body: { ...say('look'), stream: true }, headers })
  t.is(streamed.type, 'text/event-stream; charset=utf-8')
  t.true((await eventsIn(streamed)).endsWith('data: [DONE]\n\n'))
  t.like(turnsIn(written)[0], { train: false, name: 'mine' })
  t.like(await ask({ path: '/v1/models', method: 'GET', body: '' }), { status: 200 })
  t.like(await ask({ path: '/health', method: 'GET', body: '' }), { body: '{"status":"ok"}' })
  const outcome = `/v1/sessions/${streamed.session}/outcome`
  t.is((await ask({ path: outcome, body: { outcome: 1 } })).status, 200)
  t.like(written.at(-1), { kind: 'outcome', session: streamed.session, outcome: 1 })
  await ask({ path: '/v1/sessions/mine/outcome', body: { outcome: 0 } })
  t.like(written.at(-1), { kind: 'outcome', session: streamed.session, outcome: 0 })
  t.is((await ask({ path: outcome, body: { outcome: 2 } })).status, 400)
  await ask({ path: chat, body: say('look') })
  t.is((await ask({ path: outcome, body: { outcome: 1 } })).status, 404)
  t.is((await ask({ path: '/v1/sessions/mine/outcome', body: { outcome: 1 } })).status, 404)
})
