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
