import test from 'ava'
import fc from 'fast-check'
import { choiceItems, type AgentAnswer, type AnswerChoice } from '../../../src/gateway/answers/agent-answer.ts'
import { streamed, type AnswerPiece } from '../../../src/gateway/answers/answer-stream.ts'
import { agentDialects, type AgentDialect } from '../../../src/gateway/dialects.ts'
import type { AgentRequest } from '../../../src/gateway/requests/agent-request.ts'
import { joined, sentBack } from '../recorded-answer.ts'
import type { ReplyBody } from '../reply-body.ts'
import { dialectAt, isRecorded, recordedConversations, withoutTraffic } from '../traffic.ts'
import { anyText } from '../../fixtures/any-text.ts'

const request: AgentRequest = {
  ...{
    model: 'policy',
    system: 'Help.',
    tools: [],
    toolChoice: 'auto',
    parallelCalls: true,
    items: [],
    previous: null,
  },
  sampling: { maxTokens: null, temperature: 1, topP: null, seed: null, stop: [], count: 1, logprobs: null },
  ...{ schema: null, stream: true, streamsUsage: true },
}
const spoken: AnswerChoice = { text: 'It is cold.', calls: [], finish: 'stop', stoppedBy: null, logprobs: null }
const calling: AnswerChoice = {
  ...spoken,
  text: '',
  calls: [{ kind: 'call', id: 'call_t1_0', name: 'get_weather', arguments: '{"city":"Oslo"}' }],
}
const answerOf = (...choices: AgentAnswer['choices']): AgentAnswer => ({
  ...{ id: 't1', createdAt: 1_764_000_000, model: 'policy', promptTokens: 11, answerTokens: 7 },
  choices,
})

const call = fc.record({
  kind: fc.constant('call' as const),
  id: fc.uuid(),
  name: fc.constantFrom('look', 'go'),
  arguments: fc.dictionary(fc.string(), fc.jsonValue()).map(value => JSON.stringify(value)),
})
const anyChoice: fc.Arbitrary<AnswerChoice> = fc.record({
  text: anyText(),
  calls: fc.uniqueArray(call, { maxLength: 3, selector: ({ id }) => id }),
  finish: fc.constantFrom('stop' as const, 'length' as const),
  stoppedBy: fc.constant(null),
  logprobs: fc.constant(null),
})

/** The events of an answer whose first choice is sent in pieces of this many signs, up to its last piece. */
async function eventsOf(
  dialect: AgentDialect,
  answer: AgentAnswer,
  asked: AgentRequest = request,
  length = 1e6,
): Promise<readonly string[]> {
  const [{ text, logprobs }] = answer.choices
  async function* pieces(): AsyncGenerator<AnswerPiece> {
    for (let at = 0; at + length < text.length; at += length)
      yield { choice: 0, text: text.slice(at, at + length), logprobs: logprobs?.slice(at, at + length) ?? null }
  }
  const events: string[] = []
  for await (const event of streamed(dialect.stream(answer, asked), pieces(), Promise.resolve(answer)))
    events.push(...event.split(/(?<=\n\n)/))
  return events
}

for (const dialect of agentDialects)
  test(`${dialect.path}: an answer that is sent back, whole or as it was streamed, is read as what was said`, async t => {
    const path = `/v1${dialect.path}`
    await fc.assert(
      fc.asyncProperty(anyChoice, fc.integer({ min: 1, max: 10 }), async (choice, length) => {
        const answer = answerOf(choice)
        const said = choiceItems(choice)
        t.deepEqual(sentBack(path, JSON.parse(JSON.stringify(dialect.body(answer, request))) as ReplyBody), said)
        const back = sentBack(path, joined(await eventsOf(dialect, answer, request, length)))
        /* Anthropic's arguments are pieces of JSON, which the reading of recordings leaves alone. */
        if (path === '/v1/messages') t.deepEqual(back.map(withoutArguments), said.map(withoutArguments))
        else t.deepEqual(back, said)
      }),
      {
        examples: [
          [
            { ...calling, calls: calling.calls.map(each => ({ ...each, arguments: '{"__proto__":{"__proto__":1}}' })) },
            1,
          ],
        ],
      },
    )
  })

const withoutArguments = (item: object): object => ({ ...item, arguments: '' })

test('how an answer ended, by dialect', t => {
  const endings = (choice: AnswerChoice) => {
    const [chat, responses, messages] = agentDialects.map(({ body }) => body(answerOf(choice), request))
    return [
      (chat as { choices: [{ finish_reason: string }] }).choices[0].finish_reason,
      (responses as { status: string }).status,
      (messages as { stop_reason: string }).stop_reason,
    ]
  }
  t.deepEqual(endings(spoken), ['stop', 'completed', 'end_turn'])
  t.deepEqual(endings(calling), ['tool_calls', 'completed', 'tool_use'])
  t.deepEqual(endings({ ...spoken, finish: 'length' }), ['length', 'incomplete', 'max_tokens'])
  t.deepEqual(endings({ ...spoken, stoppedBy: 'END' }), ['stop', 'completed', 'stop_sequence'])
})

test('several answers, log-probabilities and tokens used', async t => {
  const chat = dialectAt('/v1/chat/completions')
  const logprobs = [
    { token: 'ü', logprob: -0.5 },
    { token: '\uFFFD', logprob: -1 },
  ]
  const answer = answerOf({ ...spoken, logprobs }, calling)
  const content = [
    { token: 'ü', logprob: -0.5, bytes: [195, 188], top_logprobs: [] },
    { token: '\uFFFD', logprob: -1, bytes: null, top_logprobs: [] },
  ]
  t.like(chat.body(answer, request), {
    choices: [
      { index: 0, logprobs: { content } },
      { index: 1, logprobs: null, message: { content: null } },
    ],
    usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
  })
  const both = { ...request.sampling, count: 2 }
  const tellUsage = async (streamsUsage: boolean): Promise<boolean> =>
    (await eventsOf(chat, answer, { ...request, sampling: both, streamsUsage })).some(event =>
      event.includes('"choices":[],"usage"'),
    )
  t.true(await tellUsage(true))
  t.false(await tellUsage(false))
})

test('an answer of Responses can be named later, whole or by its items', t => {
  const { references } = dialectAt('/v1/responses')
  const both = { ...calling, text: 'I look.' }
  const said = { kind: 'assistant', text: 'I look.' } as const
  t.deepEqual(
    [...references(answerOf(both))],
    [
      ['resp_t1', [said, ...calling.calls]],
      ['msg_t1', [said]],
      ['fc_t1_1', calling.calls],
    ],
  )
})

test('refusals, by dialect', t => {
  const [chat, , messages] = agentDialects
  const long = { status: 400, message: 'too long', code: 'context-too-long' } as const
  t.deepEqual(chat?.fault(long), {
    error: { message: 'too long', type: 'invalid_request_error', param: null, code: 'context_length_exceeded' },
  })
  t.like(chat?.fault({ status: 401, message: 'no key' }), {
    error: { type: 'authentication_error', code: 'invalid_api_key' },
  })
  t.like(messages?.fault({ status: 500, message: 'ours' }), { type: 'error', error: { type: 'api_error' } })
  t.deepEqual(messages?.fault({ status: 400, message: 'no threads', code: 'unsupported-thread' }), {
    type: 'error',
    error: {
      type: 'invalid_request_error',
      message: 'no threads',
      details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] },
    },
  })
})

const recorded = isRecorded ? test : test.skip
if (!isRecorded) console.warn(withoutTraffic)

recorded('answers and their events have every field that those have with which real clients go on', async t => {
  const [spokenOf, callingOf] = [answerOf(spoken), answerOf(calling)]
  for (const { request: asked, reply } of recordedConversations()
    .flat()
    .filter(({ case: name }) => name === 'parallel')) {
    const dialect = dialectAt(asked.path)
    const missing = (ours: readonly object[], theirs: object): readonly string[] => {
      const have = new Set(ours.flatMap(each => fieldsOf(each)))
      return fieldsOf(theirs).filter(field => !have.has(field) && !accidental.test(field))
    }
    if (reply.body !== undefined) {
      const ours = [spokenOf, callingOf].map(answer => dialect.body(answer, request))
      t.deepEqual(missing(ours, reply.body), [])
    }
    const ours = (await Promise.all([spokenOf, callingOf].map(answer => eventsOf(dialect, answer)))).flat().map(dataOf)
    for (const event of reply.sse ?? []) t.deepEqual(missing(ours, dataOf(event)), [], event)
  }
})

/** Echoes of the request, and what no client needs. */
const accidental = /system_fingerprint|user|reasoning|strict|tools|instructions|obfuscation/

const dataOf = (event: string): object => {
  const data = /^data: (\{.*\})$/m.exec(event)?.[1]
  return data === undefined ? {} : (JSON.parse(data) as object)
}

/** Paths of all fields, of list items as one. */
function fieldsOf(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [path]
  const parts = Array.isArray(value) ? value.map(each => ['[]', each] as const) : Object.entries(value)
  return [...new Set([path, ...parts.flatMap(([key, each]) => fieldsOf(each, `${path}.${key}`))])]
}
