import test from 'ava'
import type { AgentRequest } from '../../../src/gateway/requests/agent-request.ts'
import { chatRequest } from '../../../src/gateway/requests/chat.ts'
import { messagesRequest } from '../../../src/gateway/requests/messages.ts'
import { responsesRequest } from '../../../src/gateway/requests/responses.ts'
import { isRecorded, readRequest, recordedConversations, withoutTraffic } from '../traffic.ts'

const schema = { type: 'object', properties: { city: { type: 'string' } } }
const picture = 'data:image/png;base64,AAAA'
const about = { name: 'get_weather', description: 'Weather of a city.' }
const tool = { ...about, parameters: schema }

const chat = {
  model: 'm',
  messages: [
    { role: 'developer', content: [{ type: 'text', text: 'Help.' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Here?' },
        { type: 'image_url', image_url: { url: picture } },
      ],
    },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } }],
    },
    { role: 'tool', tool_call_id: 'call_1', content: 'cold' },
    { role: 'assistant', content: 'It is cold.', refusal: null },
    { role: 'system', content: 'Be short.' },
  ],
  tools: [{ type: 'function', function: tool }],
  tool_choice: { type: 'function', function: { name: 'get_weather' } },
  parallel_tool_calls: false,
  max_completion_tokens: 64,
  temperature: 0.5,
  top_p: 0.9,
  response_format: { type: 'json_schema', json_schema: { name: 'weather', schema } },
  stream: true,
  stream_options: { include_usage: true },
}
const responses = {
  model: 'm',
  instructions: 'Help.',
  input: [
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'Here?' },
        { type: 'input_image', image_url: picture },
      ],
    },
    { type: 'reasoning', id: 'rs_1', summary: [] },
    { type: 'function_call', call_id: 'call_1', name: 'get_weather', arguments: '{"city":"Oslo"}' },
    { type: 'function_call_output', call_id: 'call_1', output: 'cold' },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'It is cold.', annotations: [] }] },
    { role: 'system', content: 'Be short.' },
  ],
  tools: [{ type: 'function', ...tool }],
  tool_choice: { type: 'function', name: 'get_weather' },
  parallel_tool_calls: false,
  max_output_tokens: 64,
  temperature: 0.5,
  top_p: 0.9,
  text: { format: { type: 'json_schema', name: 'weather', schema } },
  stream: true,
}
const messages = {
  model: 'm',
  system: [{ type: 'text', text: 'Help.', cache_control: { type: 'ephemeral' } }],
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Here?' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 's' },
        { type: 'tool_use', id: 'call_1', name: 'get_weather', input: { city: 'Oslo' } },
      ],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'call_1', content: [{ type: 'text', text: 'cold' }] }],
    },
    { role: 'assistant', content: 'It is cold.' },
    { role: 'system', content: 'Be short.' },
  ],
  tools: [{ ...about, input_schema: schema }],
  tool_choice: { type: 'tool', name: 'get_weather', disable_parallel_tool_use: true },
  max_tokens: 64,
  temperature: 0.5,
  top_p: 0.9,
  output_config: { format: { type: 'json_schema', schema } },
  stream: true,
}

test('the same request in three dialects is read as the same', t => {
  const wanted: AgentRequest = {
    model: 'm',
    system: 'Help.',
    tools: [tool],
    toolChoice: { name: 'get_weather' },
    parallelCalls: false,
    items: [
      { kind: 'user', text: 'Here?' },
      { kind: 'image', url: picture },
      { kind: 'call', id: 'call_1', name: 'get_weather', arguments: '{"city":"Oslo"}' },
      { kind: 'result', id: 'call_1', text: 'cold' },
      { kind: 'assistant', text: 'It is cold.' },
      { kind: 'user', text: 'Be short.' },
    ],
    previous: null,
    sampling: { maxTokens: 64, temperature: 0.5, topP: 0.9, seed: null, stop: [], count: 1, logprobs: null },
    schema,
    stream: true,
    streamsUsage: true,
  }
  t.deepEqual(chatRequest(chat), wanted)
  t.deepEqual(responsesRequest(responses), wanted)
  t.deepEqual(messagesRequest(messages), wanted)
})

test('what is left out is the server’s own, and what is not known is passed over', t => {
  const least = { messages: [{ role: 'user', content: 'Here?' }], max_tokens: 8, mood: 'good' }
  const unset = { tools: [], toolChoice: 'auto', parallelCalls: true, system: '', schema: null, stream: false }
  t.like(chatRequest(least), unset)
  t.like(messagesRequest(least), unset)
  t.like(responsesRequest({ input: 'Here?' }), { ...unset, items: [{ kind: 'user', text: 'Here?' }] })
})

test('options that one dialect alone has', t => {
  const asked = { messages: [{ role: 'user', content: 'Here?' }] }
  const options = { n: 3, seed: 7, stop: 'END', logprobs: true, top_logprobs: 2, max_tokens: 5 }
  t.is(chatRequest({ ...asked, n: 128 }).sampling.count, 128)
  t.like(chatRequest({ ...asked, ...options }).sampling, {
    count: 3,
    seed: 7,
    stop: ['END'],
    logprobs: 2,
    maxTokens: 5,
  })
  t.deepEqual(messagesRequest({ ...asked, stop_sequences: ['END'] }).sampling.stop, ['END'])
  t.is(messagesRequest({ ...asked, tool_choice: { type: 'any' } }).toolChoice, 'required')
  for (const [format, schema] of [
    [{ type: 'text' }, null],
    [{ type: 'json_object' }, { type: 'object' }],
  ] as const) {
    t.deepEqual(chatRequest({ ...asked, response_format: format }).schema, schema)
    t.deepEqual(responsesRequest({ input: 'Here?', text: { format } }).schema, schema)
  }
  const linked = { input: [{ type: 'item_reference', id: 'msg_1' }], previous_response_id: 'resp_1' }
  t.like(responsesRequest(linked), { items: [{ kind: 'reference', id: 'msg_1' }], previous: 'resp_1' })
  t.is(responsesRequest({ input: '', include: ['message.output_text.logprobs'] }).sampling.logprobs, 0)
  t.throws(() => messagesRequest({ ...asked, thread: { type: 'create' } }), { name: 'UnsupportedThread' })
  t.throws(() => responsesRequest({ input: 'Here?', conversation: 'conv_1' }), { name: 'UnsupportedThread' })
})

const wrong: readonly (readonly [string, () => unknown, RegExp])[] = [
  [
    'an answer of no token',
    () => chatRequest({ messages: [{ role: 'user', content: 'a' }], max_tokens: 0 }),
    /max_tokens/,
  ],
  ['a chat without messages', () => chatRequest({ messages: [] }), /^request\.messages: .*, got \[\]$/],
  [
    'a role that is none',
    () => chatRequest({ messages: [{ role: 'rewardModel' }] }),
    /^request\.messages\[0\]\.role: .*, got "rewardModel"$/,
  ],
  ['no answers', () => chatRequest({ ...chat, n: 0 }), /^request\.n: .*, got 0$/],
  ['more answers than 128', () => chatRequest({ ...chat, n: 129 }), /^request\.n: .*, got 129$/],
  ['an empty text that ends an answer', () => chatRequest({ ...chat, stop: '' }), /^request\.stop: .*, got ""$/],
  ['one of several', () => chatRequest({ ...chat, stop: ['a', ''] }), /^request\.stop\[1\]: .*, got ""$/],
  [
    'an empty one of Anthropic',
    () => messagesRequest({ ...messages, stop_sequences: [''] }),
    /^request\.stop_sequences\[0\]: .*, got ""$/,
  ],
  ...[{ functions: [tool] }, { function_call: 'auto' }].map(
    former =>
      [
        `${Object.keys(former)[0]}, which would be left out`,
        () => chatRequest({ ...chat, ...former }),
        /^request\.function\w+: .* tools alone, got /,
      ] as const,
  ),
  [
    'a call by it in what was said',
    () => chatRequest({ messages: [{ role: 'assistant', content: null, function_call: { name: 'look' } }] }),
    /^request\.messages\[0\]\.function_call: .* tools alone, got \{/,
  ],
  [
    'a form of chat answers that would be left out',
    () => chatRequest({ ...chat, response_format: { type: 'grammar' } }),
    /^request\.response_format\.type: .*, got "grammar"$/,
  ],
  [
    'one of responses',
    () => responsesRequest({ ...responses, text: { format: { type: 'grammar' } } }),
    /^request\.text\.format\.type: .*, got "grammar"$/,
  ],
  [
    'one of Anthropic',
    () => messagesRequest({ ...messages, output_config: { format: { type: 'json_object' } } }),
    /^request\.output_config\.format\.type: .*, got "json_object"$/,
  ],
  [
    'a user who says nothing',
    () => chatRequest({ messages: [{ role: 'user' }] }),
    /^request\.messages\[0\]\.content: expected text or a list of blocks, got nothing$/,
  ],
  ['an input that is no text', () => responsesRequest({ input: 5 }), /^request\.input: .*, got 5$/],
  ['a limit below 0', () => messagesRequest({ ...messages, max_tokens: -1 }), /^request\.max_tokens: .*, got -1$/],
]
for (const [what, read, message] of wrong)
  test(`refuses ${what}`, t => {
    t.throws(read, { instanceOf: RangeError, message })
  })

const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' }
const pictured: readonly (readonly [string, () => unknown])[] = [
  ...['tool', 'system', 'assistant'].map(role => {
    const content = [{ type: 'image_url', image_url: { url: picture } }]
    const messages = [...chat.messages.slice(0, 2), { role, tool_call_id: 'call_1', content }]
    return ['messages[2].content[0]', () => chatRequest({ messages })] as const
  }),
  ...[
    { role: 'assistant', content: [{ type: 'input_image', image_url: picture }] },
    { role: 'system', content: [{ type: 'input_image', image_url: picture }] },
  ].map(item => ['input[0].content[0]', () => responsesRequest({ input: [item] })] as const),
  [
    'input[0].output[1]',
    () => {
      const output = [
        { type: 'input_text', text: 'It shows' },
        { type: 'input_image', image_url: picture },
      ]
      return responsesRequest({ input: [{ type: 'function_call_output', call_id: 'call_1', output }] })
    },
  ],
  [
    'messages[0].content[0].content[0]',
    () => {
      const content = [{ type: 'tool_result', tool_use_id: 'call_1', content: [{ type: 'image', source }] }]
      return messagesRequest({ messages: [{ role: 'user', content }] })
    },
  ],
  ...['assistant', 'system'].map(role => {
    const content = [{ type: 'image', source }]
    return ['messages[0].content[0]', () => messagesRequest({ messages: [{ role, content }] })] as const
  }),
]
test('a picture that is no user’s, such as in what a call gave, is refused by its place', t => {
  for (const [place, read] of pictured) {
    const { message } = t.throws(read, { instanceOf: RangeError }) ?? {}
    t.true(message?.startsWith(`request.${place}: the model reads no pictures, got {`), message)
  }
})

const recorded = isRecorded ? test : test.skip
if (!isRecorded) console.warn(withoutTraffic)

recorded('all that agent programs send is read, but threads', t => {
  const readings = recordedConversations()
    .flat()
    .map(exchange => {
      try {
        return readRequest(exchange).items.length
      } catch (thrown) {
        return (thrown as Error).name
      }
    })
  const faults = readings.filter(each => typeof each === 'string')
  t.deepEqual([...new Set(faults)], ['UnsupportedThread'])
  t.is(readings.length, 5003)
  t.is(faults.length, 398)
})
