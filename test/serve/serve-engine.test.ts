/** The key of the server that trains. */
import { join } from 'node:path'
import test from 'ava'
import { serveEngine } from '../../src/serve/serve-engine.ts'
import { saveModel } from '../../src/model/checkpoint.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
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

test('a model is made for weights that are loaded, each sample has an id, and options that are not served are refused', async t => {
  const folder = await temporaryFolder(t)
  await saveModel(join(folder, 'base'), livelyModel(smallConfig, 1))
  const { url, key, close } = await serveEngine({
    engine: { engine: 'onnx', threads: 1 },
    ...{ models: { base: join(folder, 'base') }, folder, host: '127.0.0.1', port: 0 },
  })
  t.teardown(close)
  const post = (path: string, body: object): Promise<Response> =>
    fetch(`${url}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'X-API-Key': key ?? '', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const read = async (response: Response) => (await response.json()) as Readonly<Record<string, unknown>>
  const done = async (path: string, body: object) => {
    const { request_id: id } = await read(await post(path, body))
    for (;;) {
      const result = await post('retrieve_future', { request_id: id })
      if (result.status !== 408) return read(result)
    }
  }
  const { session_id: session } = await read(await post('create_session', {}))
  const first = await done('create_model', { session_id: session, model_seq_id: 0, base_model: 'base' })
  const { path } = await done('save_weights', { model_id: first['model_id'], path: 'kept', seq_id: 1 })
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
