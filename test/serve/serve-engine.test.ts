/** The key of the server that trains. */
import { join } from 'node:path'
import test from 'ava'
import { serveEngine } from '../../src/serve/serve-engine.ts'
import { saveModel } from '../../src/model/checkpoint.ts'
import { temporaryFolder, type Owner } from '../fixtures/temporary-folder.ts'
import { livelyModel, smallConfig } from '../laws/device/device-cases.ts'

test('a key is made for each server, asked for, and written nowhere', async t => {
  const folder = await temporaryFolder(t)
  await saveModel(join(folder, 'base'), livelyModel(smallConfig, 1))
  const serving = () =>
    serveEngine({
      engine: { engine: 'onnx', threads: 1 },
      ...{ models: { base: join(folder, 'base') }, folder, host: '127.0.0.1', port: 0 },
    })
  const [first, second] = [await serving(), await serving()]
  t.teardown(() => Promise.all([first.close(), second.close()]))
  t.regex(first.key ?? '', /^tml-[\w-]{32}$/)
  t.not(first.key, second.key)
  const asked = async (key: string | null) =>
    (await fetch(`${first.url}/api/v1/healthz`, key === null ? {} : { headers: { 'X-API-Key': key } })).status
  t.deepEqual([await asked(first.key), await asked(second.key), await asked(null)], [200, 401, 401])
  await Promise.all([first.close(), first.close()])
})

type Answer = Readonly<Record<string, unknown>>

const read = async (response: Response) => (await response.json()) as Answer

/** A model in training, and ways to ask for something of its server. */
async function client(t: Owner) {
  const folder = await temporaryFolder(t)
  await saveModel(join(folder, 'base'), livelyModel(smallConfig, 1))
  const { url, key, close } = await serveEngine({
    engine: { engine: 'onnx', threads: 1 },
    ...{ models: { base: join(folder, 'base') }, folder, host: '127.0.0.1', port: 0 },
  })
  t.teardown(close)
  const send = (path: string, body: string | Uint8Array, type: string): Promise<Response> =>
    fetch(`${url}/api/v1/${path}`, { method: 'POST', headers: { 'X-API-Key': key ?? '', 'content-type': type }, body })
  const post = (path: string, body: object): Promise<Response> => send(path, JSON.stringify(body), 'application/json')
  const result = async ({ request_id: id }: Answer): Promise<Answer> => {
    for (;;) {
      const response = await post('retrieve_future', { request_id: id })
      if (response.status !== 408) return read(response)
    }
  }
  const done = async (path: string, body: object): Promise<Answer> => result(await read(await post(path, body)))
  const { session_id: session } = await read(await post('create_session', {}))
  const { model_id: model } = await done('create_model', { session_id: session, model_seq_id: 0, base_model: 'base' })
  return { send, post, result, done, session, model }
}

test('a model is made for weights that are loaded, each sample has an id, and options that are not served are refused', async t => {
  const { post, done, session, model } = await client(t)
  const { path } = await done('save_weights', { model_id: model, path: 'kept', seq_id: 1 })
  await done('load_weights', { session_id: session, model_seq_id: 1, path, optimizer: true })
  t.like(await read(await post('get_info', { model_id: `${String(session)}:train:1` })), { model_name: 'base' })
  await done('load_weights', {
    session_id: session,
    model_seq_id: 2,
    path: String(path).replace('kept', 'gone'),
    optimizer: true,
  })
  t.is((await post('get_info', { model_id: `${String(session)}:train:2` })).status, 404)

  const sample = {
    ...{ base_model: 'base', num_samples: 2, sampling_params: { max_tokens: 1 } },
    prompt: { chunks: [{ type: 'encoded_text', tokens: [1, 2] }] },
  }
  t.is(new Set((await read(await post('asample', sample)))['sample_sequence_ids'] as readonly string[]).size, 2)
  const refused = await post('asample', { ...sample, topk_prompt_logprobs: 3 })
  t.is(refused.status, 422)
  t.regex(await refused.text(), /topk_prompt_logprobs[^]*not supported by this server/)
})

test('weights are saved and loaded in the order of the requests, whatever else is asked meanwhile', async t => {
  const { post, result, model } = await client(t)
  let seq = 0
  const ask = async (path: string, body: object): Promise<Answer> =>
    read(await post(path, { model_id: model, seq_id: (seq += 1), ...body }))
  const target_tokens = { data: [2, 3], dtype: 'int64' }
  const datum = { model_input: { chunks: [{ tokens: [1, 2] }] }, loss_fn_inputs: { target_tokens } }
  const pass = (): Promise<Answer> =>
    ask('forward_backward', { forward_backward_input: { loss_fn: 'cross_entropy', data: [datum] } })
  const update = (rate: number): Promise<Answer> => ask('optim_step', { adam_params: { learning_rate: rate } })
  const loss = async (passed: Answer): Promise<unknown> => ((await result(passed))['metrics'] as Answer)['loss:sum']
  const load = (): Promise<Answer> =>
    ask('load_weights', { path: `tinker://${String(model)}/weights/kept`, optimizer: true })

  await ask('save_weights', { path: 'kept' })
  const atFirst = await pass()
  await update(0.05)
  await load()
  const loaded = await pass()
  await update(0.05)
  const updated = await pass()
  await load()
  const again = await pass()
  t.is(await loss(loaded), await loss(atFirst))
  t.not(await loss(updated), await loss(atFirst))
  t.is(await loss(again), await loss(atFirst))
})

test('token ids that do not fit into 32 bits, and bytes that are no message, are the fault of who sent them', async t => {
  const { send, post, model } = await client(t)
  const prompt = { chunks: [{ tokens: [2 ** 32 + 3] }] }
  t.is((await post('asample', { base_model: 'base', prompt, sampling_params: { max_tokens: 1 } })).status, 422)
  const target_tokens = { data: [2 ** 33 + 4], dtype: 'int64' }
  const datum = { model_input: { chunks: [{ tokens: [1] }] }, loss_fn_inputs: { target_tokens } }
  const input = { loss_fn: 'cross_entropy', data: [datum] }
  t.is((await post('forward_backward', { model_id: model, seq_id: 1, forward_backward_input: input })).status, 400)
  const garbage = await send('forward_backward', Uint8Array.of(255, 255, 255, 1, 2, 3), 'application/x-protobuf')
  t.is(garbage.status, 400)
})
