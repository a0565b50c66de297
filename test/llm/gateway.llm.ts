/** SmolLM2-135M-Instruct, 4 bits a weight, behind a gateway that samples from llama.cpp's own server. */
import { join } from 'node:path'
import test from 'ava'
import { readJournal } from '../../src/gateway/journal.ts'
import { createGateway } from '../../src/gateway/server/create-gateway.ts'
import { convertModel } from '../../src/model/gguf/convert-model.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { preparedFolder, startLlamaCpp } from './llama-cpp.ts'

const prepared = preparedFolder()
if ('missing' in prepared) test.skip(`llama.cpp behind a gateway (skipped: ${prepared.missing})`, t => t.pass())
else
  test('agents talk to a model of llama.cpp by its tokens, turn upon turn', async t => {
    const server = await startLlamaCpp(prepared.folder)
    t.teardown(server.close)
    const directory = await temporaryFolder(t)
    const tokenizer = join(directory, 'model')
    await convertModel(join(prepared.folder, 'smollm2.gguf'), tokenizer)
    const { url: at, model } = server
    const policy = { url: at, model, api: 'llama.cpp', tokenizer, contextTokens: 2048 } as const
    const { url, key, close } = await createGateway({ directory, port: 0, policy, temperature: 0 })
    t.teardown(close)
    const tools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: {} } } }]
    const messages: object[] = [{ role: 'user', content: 'What is the capital of France? Answer in one sentence.' }]
    const ask = async (body: object): Promise<string> => {
      const headers = { 'x-api-key': key, 'content-type': 'application/json', connection: 'close' }
      const request = { method: 'POST', headers, body: JSON.stringify({ messages, max_tokens: 24, ...body }) }
      const answer = await (await fetch(`${url}/chat/completions`, request)).json()
      const { choices } = answer as { readonly choices: readonly [{ readonly message: { readonly content: string } }] }
      return choices[0].message.content
    }
    const said = await ask({})
    t.regex(said, /Paris/)
    messages.push({ role: 'assistant', content: said }, { role: 'user', content: 'And that of Italy?' })
    t.regex(await ask({}), /Rome/)
    const withTools = await ask({ tools })
    t.log(said, withTools)
    const [first, second] = (await readJournal(directory)).filter(line => line.kind === 'turn')
    t.is(second?.after, first?.id)
    for (const { sampled } of [first, second].flatMap(turn => turn ?? []))
      for (const { tokens, logprobs } of sampled) t.true(tokens.length > 0 && logprobs.length === tokens.length)
  })
