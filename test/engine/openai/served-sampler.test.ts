import test, { type ExecutionContext } from 'ava'
import type { SampleRequest } from '../../../src/contracts/models/device.ts'
import type { SamplingApi, ServedModel } from '../../../src/contracts/models/served-model.ts'
import { createServedSampler } from '../../../src/engine/openai/served-sampler.ts'
import { derive, rootKey } from '../../../src/math/random.ts'
import { conversation } from '../../../src/model/chat/conversation.ts'
import { answerTokens, messageTemplate, messageTokenizerJson } from '../../../src/model/chat/message-tokens.ts'
import { loadTokenizer } from '../../../src/model/tokenizer/load-tokenizer.ts'
import { nth } from '../../../src/math/nth.ts'
import { nobodysUrl, virtualService, type Answering, type Asked } from '../../fixtures/http/virtual-service.ts'

const talk = conversation(loadTokenizer(messageTokenizerJson), messageTemplate)
const none = new Int32Array(0)
const request = (tokens: Int32Array, changes: Partial<SampleRequest> = {}): SampleRequest => ({
  sequenceId: 'a',
  tokens,
  promptSuffix: none,
  count: 1,
  appendToContext: false,
  maxTokens: 20,
  temperature: 0.7,
  topP: 0.9,
  stop: [9],
  key: rootKey(1),
  ...changes,
})
type Body = Readonly<Record<string, unknown>>
const bodyOf = ({ body }: Asked): Body => JSON.parse(Buffer.from(body).toString('utf8')) as Body

async function sampler(
  t: ExecutionContext,
  api: SamplingApi,
  answer: (body: Body, answering: Answering, count: number) => Promise<void> | void,
  changes: Partial<ServedModel> = {},
) {
  let count = 0
  const service = await virtualService(t, (asked, answering) =>
    answer(asked.body.length === 0 ? {} : bodyOf(asked), answering, (count += 1)),
  )
  const { baseUrl: url, scheduler, fetch } = service
  const options = { url, model: 'm', api, keyVariable: 'KEY', maxConcurrent: 4, deadlineMs: 5000, schemas: true }
  const usual = { ...options, contextTokens: 100, parallelSampling: false }
  const made = createServedSampler({ ...usual, ...changes }, { scheduler, fetch, environment: { KEY: 'secret' } })
  t.teardown(made.close)
  return { ...service, sampler: made }
}

const said = (content: string | null, finish_reason = 'stop', more: object = {}) => ({
  choices: [{ message: { content, ...more }, finish_reason }],
})

test('messages go out as they were said, and an answer comes back in tokens that nobody knows the chance of', async t => {
  const { sampler: made, asked, until } = await sampler(t, 'chat', (_, { json }) => json(200, said('Yes.')))
  const [sample] = await until(made.sample(request(talk.opening('Vote.', 'Was it?'))))
  t.deepEqual(sample?.tokens, answerTokens('Yes.', true))
  t.true(sample?.logprobs.every(Number.isNaN) && sample.logprobs.length === sample.tokens.length)
  t.like(bodyOf(nth(asked, 0)), {
    model: 'm',
    messages: [
      { role: 'system', content: 'Vote.' },
      { role: 'user', content: 'Was it?' },
    ],
    max_tokens: 20,
    temperature: 0.7,
    top_p: 0.9,
  })
  t.is(asked[0]?.headers.authorization, 'Bearer secret')
})

test('an answer that was cut off has no end, and reasoning told apart is thinking again', async t => {
  const { sampler: made, until } = await sampler(t, 'chat', (_, { json }) =>
    json(200, said('Act', 'length', { reasoning_content: 'hm' })),
  )
  const [sample] = await until(made.sample(request(talk.opening('s', 'u'))))
  t.is(sample?.finish, 'length')
  t.deepEqual(sample?.tokens, answerTokens('<think>\nhm\n</think>\n\nAct', false))
})

test('each sample is asked for by itself, with a seed that depends on nothing else', async t => {
  const {
    sampler: made,
    asked,
    until,
  } = await sampler(t, 'chat', ({ seed }, { json }) => json(200, said(String(seed))))
  const prompt = talk.opening('s', 'u')
  const three = await until(made.sample(request(prompt, { count: 3 })))
  const two = await until(made.sample(request(prompt, { sequenceId: 'b', count: 2 })))
  t.deepEqual(three.slice(0, 2), two)
  t.is(new Set(asked.slice(0, 3).map(each => bodyOf(each)['seed'])).size, 3)
  const other = await until(made.sample(request(prompt, { sequenceId: 'c', key: derive(rootKey(1), 'x') })))
  t.notDeepEqual(other[0]?.tokens, three[0]?.tokens)
})

test('samples of one prompt are one request where the server draws each by itself, and fewer are refused', async t => {
  const several = (n: number) => ({
    choices: Array.from({ length: n }, (_, index) => ({ message: { content: String(index) } })),
    usage: { prompt_tokens: 10, completion_tokens: 3 * n },
  })
  const {
    sampler: made,
    asked,
    until,
  } = await sampler(t, 'chat', ({ n }, { json }, count) => json(200, several(count === 3 ? 1 : Number(n))), {
    parallelSampling: true,
  })
  const prompt = talk.opening('s', 'u')
  const three = await until(made.sample(request(prompt, { count: 3 })))
  t.deepEqual(
    three.map(({ tokens }) => tokens),
    ['0', '1', '2'].map(text => answerTokens(text, true)),
  )
  t.is((await until(made.sample(request(none)))).length, 1)
  t.deepEqual(
    asked.map(each => bodyOf(each)['n']),
    [3, 1],
  )
  t.like(made.use('m'), { requests: 2, promptTokens: 20, completionTokens: 12 })
  await t.throwsAsync(until(made.sample(request(none, { count: 2 }))), {
    instanceOf: RangeError,
    message:
      "the reply to /v1/chat/completions must have 2 choices, got 1: set the service's parallelSampling to false",
  })
})

const schema = { type: 'object' } as const
test('a schema is sent where the server keeps to it', async t => {
  const { sampler: made, asked, until } = await sampler(t, 'chat', (_, { json }) => json(200, said('{}')))
  await until(made.sample(request(talk.opening('s', 'u'), { schema })))
  t.like(bodyOf(nth(asked, 0)), { response_format: { type: 'json_schema', json_schema: { schema } } })
  const plain = await sampler(t, 'chat', (_, { json }) => json(200, said('{}')), { schemas: false })
  await plain.until(plain.sampler.sample(request(talk.opening('s', 'u'), { schema })))
  t.false('response_format' in bodyOf(nth(plain.asked, 0)))
})

test('contexts grow by what was read, and by what was written where it is kept', async t => {
  const {
    sampler: made,
    asked,
    until,
  } = await sampler(t, 'llama.cpp', (_, { json }) => json(200, { tokens: [5, 6], stop_type: 'eos' }))
  const ask = (tokens: number[], changes: Partial<SampleRequest> = {}) =>
    until(made.sample(request(Int32Array.from(tokens), changes)))
  await ask([1, 2], { appendToContext: true })
  await ask([3], { promptSuffix: Int32Array.of(7) })
  await ask([4])
  made.release(['a'])
  await ask([8])
  t.deepEqual(
    asked.map(each => bodyOf(each)['prompt']),
    [[1, 2], [1, 2, 5, 6, 9, 3, 7], [1, 2, 5, 6, 9, 3, 4], [8]],
  )
})

test('token ids and log-probabilities are as llama.cpp tells them; what it does not tell is not 0', async t => {
  const {
    sampler: made,
    asked,
    until,
  } = await sampler(t, 'llama.cpp', (_, { json }) =>
    json(200, { tokens: [5, 6], stop_type: 'eos', completion_probabilities: [{ id: 5, logprob: -0.5 }] }),
  )
  const [sample] = await until(made.sample(request(Int32Array.of(1), { schema })))
  t.deepEqual([...(sample?.tokens ?? [])], [5, 6, 9])
  t.deepEqual([...(sample?.logprobs ?? [])], [-0.5, NaN, NaN])
  t.like(bodyOf(nth(asked, 0)), { n_predict: 20, top_k: 0, min_p: 0, return_tokens: true, json_schema: schema })
  t.is(asked[0]?.path, '/completion')
})

test('token ids by /v1/completions, as vLLM and as llama.cpp tell them', async t => {
  const vllm = { finish_reason: 'length', token_ids: [5, 6], logprobs: { token_logprobs: [-1, -2] } }
  const llama = {
    finish_reason: 'stop',
    logprobs: {
      content: [
        { id: 5, logprob: -1 },
        { id: 9, logprob: -2 },
      ],
    },
  }
  const {
    sampler: made,
    asked,
    until,
  } = await sampler(t, 'completions', (_, { json }, count) => json(200, { choices: [count === 1 ? vllm : llama] }))
  const first = await until(made.sample(request(Int32Array.of(1, 2))))
  t.deepEqual([first[0]?.finish, [...(first[0]?.tokens ?? [])]], ['length', [5, 6]])
  const second = await until(made.sample(request(Int32Array.of(3))))
  t.deepEqual([...(second[0]?.tokens ?? [])], [5, 9])
  t.deepEqual([...(second[0]?.logprobs ?? [])], [-1, -2])
  t.like(bodyOf(nth(asked, 1)), { prompt: [1, 2, 3], return_token_ids: true, stop_token_ids: [9] })
})

test('a server that is busy is asked again when it says so, and one that never answers is given up', async t => {
  const busy = await sampler(t, 'chat', (_, { json }, count) =>
    count === 1 ? json(429, {}, { 'retry-after': '2' }) : json(200, said('ok')),
  )
  t.is((await busy.until(busy.sampler.sample(request(talk.opening('s', 'u'))))).length, 1)
  t.true(busy.scheduler.now() >= 2000)
  const broken = await sampler(t, 'chat', (_, { json }) => json(503, {}))
  const gone = broken.until(broken.sampler.sample(request(talk.opening('s', 'u'))))
  await t.throwsAsync(gone, { name: 'OutOfTimeError', message: /was given up after \d+ attempts in 5000 ms/ })
})

test('what is no sample is refused by what is missing, and the context stays as it was', async t => {
  const replies: readonly (readonly [SamplingApi, unknown, RegExp])[] = [
    ['chat', { choices: [] }, /reply of the server\.choices: .*, got \[\]/],
    [
      'completions',
      { choices: [{ finish_reason: 'stop' }] },
      /must tell the ids of the tokens that it wrote, got none/,
    ],
    ['llama.cpp', { content: 'x' }, /reply of the server\.tokens: .*, got nothing/],
  ]
  for (const [api, reply, message] of replies) {
    const good = {
      chat: said('ok'),
      completions: { choices: [{ token_ids: [5] }] },
      'llama.cpp': { tokens: [5], stop_type: 'eos' },
    }
    const {
      sampler: made,
      asked,
      until,
    } = await sampler(t, api, (_, { json }, count) => json(200, count === 1 ? reply : good[api]))
    const prompt = talk.opening('s', 'u')
    await t.throwsAsync(until(made.sample(request(prompt))), { instanceOf: RangeError, message })
    await until(made.sample(request(prompt)))
    t.deepEqual(
      bodyOf(nth(asked, 1))['prompt'] ?? bodyOf(nth(asked, 1))['messages'],
      bodyOf(nth(asked, 0))['prompt'] ?? bodyOf(nth(asked, 0))['messages'],
    )
  }
})

test('a server without the model is refused, one that does not list its models is believed', async t => {
  const { sampler: made, until } = await sampler(t, 'chat', (_, { json }, count) =>
    json(200, count === 1 ? { data: [{ id: 'other' }] } : count === 2 ? { data: [{ id: 'm' }] } : {}),
  )
  await t.throwsAsync(until(made.check()), { instanceOf: RangeError, message: /must have the model 'm', got other$/ })
  await until(made.check())
  await until(made.check())
})

const counts = { forwardTokens: 0, trainedTokens: 0 }

test('tokens are counted as the server tells them, once an answer, and begin anew when they were asked for', async t => {
  const details = { prompt_tokens_details: { cached_tokens: 5 } }
  const { sampler: made, until } = await sampler(t, 'chat', (_, { json }, count) =>
    count === 2
      ? json(503, {})
      : json(200, {
          ...said('Yes.'),
          ...(count < 4 ? { usage: { prompt_tokens: 10, completion_tokens: 3, ...(count === 1 ? {} : details) } } : {}),
        }),
  )
  const ask = () => until(made.sample(request(talk.opening('s', 'u'))))
  for (let asked = 0; asked < 3; asked += 1) await ask()
  const found = {
    model: 'rewardModel',
    requests: 3,
    untold: 1,
    promptTokens: 20,
    cachedTokens: 5,
    completionTokens: 6,
    ...counts,
  }
  t.deepEqual(made.use('rewardModel'), found)
  t.like(made.use('rewardModel'), { requests: 0, promptTokens: 0, cachedTokens: null, completionTokens: 0 })
})

test('llama.cpp tells its tokens in its own words', async t => {
  const told = { tokens_evaluated: 12, tokens_predicted: 2, timings: { cache_n: 8 } }
  const { sampler: made, until } = await sampler(t, 'llama.cpp', (_, { json }) =>
    json(200, { tokens: [5], stop_type: 'limit', ...told }),
  )
  await until(made.sample(request(Int32Array.of(1), { count: 2 })))
  t.deepEqual(made.use('rewardModel'), {
    ...{ model: 'rewardModel', requests: 2, untold: 0, promptTokens: 24, cachedTokens: 16, completionTokens: 4 },
    ...counts,
  })
})

test('a server that is not there when a run begins is given up, by its address, before the caller gives up', async t => {
  const made = await sampler(t, 'chat', () => {}, { url: nobodysUrl, deadlineMs: 600_000 })
  const error = await t.throwsAsync(made.until(made.sampler.check()), { name: 'OutOfTimeError' })
  t.true(error.message.includes(`${nobodysUrl} does not answer: `) && error.message.includes('ECONNREFUSED'))
  t.true(made.scheduler.now() < 120_000)
})
