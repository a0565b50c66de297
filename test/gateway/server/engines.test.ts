/** A gateway whose model is elsewhere: trained by a service, or sampled from a server. */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import test, { type ExecutionContext } from 'ava'
import { shippedStarter } from '../../../src/config/environment-source.ts'
import { readJournal, type TurnLine } from '../../../src/gateway/journal.ts'
import { createGateway, type GatewayOptions } from '../../../src/gateway/server/create-gateway.ts'
import { listening } from '../../fixtures/http/listening.ts'
import { servedModels } from '../../fixtures/http/served-models.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const user = { role: 'user', content: 'You are in the middle of a room.' }

async function opened(t: ExecutionContext, options: Partial<GatewayOptions> = {}) {
  const directory = await temporaryFolder(t)
  const { url, key, close } = await createGateway({ threads: 1, temperature: 0, ...options, directory, port: 0 })
  t.teardown(close)
  const ask = async (body: object): Promise<unknown> => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json', connection: 'close' }
    const request = { method: 'POST', headers, body: JSON.stringify({ max_tokens: 8, ...body }) }
    return (await fetch(`${url}/chat/completions`, request)).json()
  }
  const turns = async (): Promise<readonly TurnLine[]> =>
    (await readJournal(directory)).filter(line => line.kind === 'turn')
  return { url, key, ask, turns }
}

test('a model on a service of the Tinker API, and one sampled from a server, answer as it does here', async t => {
  const near = await opened(t)
  const answer = await near.ask({ messages: [user] })
  const choice = (answer as { choices: readonly unknown[] }).choices[0]
  const [sampled] = (await near.turns())[0]?.sampled ?? []

  const models = {
    policy: shippedStarter('household', 'policy'),
    rewardModel: shippedStarter('household', 'reward-model'),
  }
  const { url } = await servedModels(t, { models, key: null })
  const tinker = { url, baseModels: { policy: 'policy', 'reward-model': 'rewardModel' } }
  const far = await opened(t, { engine: { kind: 'tinker', tinker } })
  t.like(await far.ask({ messages: [user] }), { choices: [choice] })
  t.deepEqual((await far.turns())[0]?.sampled[0]?.tokens, sampled?.tokens)
  t.true((await far.turns())[0]?.train)

  process.env['GATEWAY_TEST_KEY'] = near.key
  const policy = { url: near.url.replace(/\/v1$/, ''), model: 'policy', keyVariable: 'GATEWAY_TEST_KEY' }
  const served = await opened(t, { policy })
  t.like(await served.ask({ messages: [user] }), { choices: [choice] })
  t.like((await served.turns())[0], { train: false, sampled: [{ logprobs: [] }] })
  const tools = [{ type: 'function', function: { name: 'look' } }]
  t.like(await served.ask({ messages: [user], tools }), {
    error: {
      message: `the server at ${policy.url} is sent messages alone, got 1 tools: give it api 'completions' and a tokenizer`,
    },
  })
})

const tools = [
  { type: 'function', function: { name: 'go', parameters: { properties: { to: { type: 'string' } } } } },
  { type: 'function', function: { name: 'look' } },
]

for (const api of ['completions', 'llama.cpp'] as const)
  test(`${api}: a server that is sent tokens is sent those that are read here, and what it draws is a call as here`, async t => {
    const near = await opened(t)
    const answer = (await near.ask({ messages: [user], tools })) as { readonly choices: readonly [object] }
    const [here] = await near.turns()
    const {
      promptTokens,
      sampled: [drawn],
    } = here ?? t.fail()
    const { tokens, logprobs } = drawn ?? t.fail()
    const asked: { readonly path: string | undefined; readonly body: Readonly<Record<string, unknown>> }[] = []
    const told = {
      completions: { choices: [{ finish_reason: 'stop', token_ids: tokens, logprobs: { token_logprobs: logprobs } }] },
      'llama.cpp': {
        ...{ tokens, stop_type: 'eos' },
        completion_probabilities: tokens.map((id, at) => ({ id, logprob: logprobs[at] })),
      },
    }
    const server = createServer((request, response) => {
      text(request).then(body => {
        if (request.method === 'POST') asked.push({ path: request.url, body: JSON.parse(body) })
        response.end(JSON.stringify(request.method === 'POST' ? told[api] : {}))
      }, t.fail)
    })
    const url = await listening(t, server)
    const tokenizer = shippedStarter('household', 'policy')
    const served = await opened(t, { policy: { url, api, tokenizer } })
    t.like(await served.ask({ messages: [user], tools }), { choices: [callOf(answer.choices[0])] })
    t.deepEqual(
      asked.map(({ path, body }) => [path, body['prompt']]),
      [[api === 'completions' ? '/v1/completions' : '/completion', promptTokens]],
    )
    const [turn] = await served.turns()
    t.deepEqual(turn?.sampled[0]?.tokens, tokens)
    t.deepEqual(turn?.sampled[0]?.logprobs, logprobs)
    t.is(turn?.promptTokens.length, promptTokens.length)
  })

test('a model of a server is not trained, and its settings are checked', async t => {
  const url = 'http://127.0.0.1:1'
  const refused = (options: Partial<GatewayOptions>, message: string) =>
    t.throwsAsync(opened(t, options), { instanceOf: RangeError, message })
  await refused(
    { policy: { url }, train: true },
    `policy must be a folder where it is trained, got the server at ${url}, which only samples`,
  )
  await refused(
    { policy: { url, api: 'completions' } },
    "policy.tokenizer must be the folder of the model's tokenizer where policy.api is completions, got null",
  )
})

/** Without its call's id, which is another in each gateway. */
function callOf(choice: object): object {
  const { message, ...rest } = choice as { readonly message: { readonly tool_calls?: readonly object[] } }
  const calls = message.tool_calls?.map(({ function: called }: { readonly function?: object }) => ({
    function: called,
  }))
  return { ...rest, message: { ...message, ...(calls === undefined ? {} : { tool_calls: calls }) } }
}
