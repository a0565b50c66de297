import test from 'ava'
import { answer } from '../../../src/engine/queue/answer.ts'
import { engineOf } from '../../../src/engine/queue/engine-of.ts'
import { withNetworks } from '../../../src/engine/networks/with-networks.ts'
import { createOnnxDevice } from '../../../src/engine/local/create-onnx-device.ts'
import { LostThreadError } from '../../../src/runtime/errors/lost-thread-error.ts'
import { sample } from '../device-requests.ts'
import type { Device } from '../../../src/contracts/models/device.ts'

const engineWith = (device: Device) =>
  withNetworks(engineOf(device), new Map(), { engine: { engine: 'onnx', threads: 1 } })

test('what a device cannot do is a reply; that it has lost a thread is an end', async t => {
  const device = await createOnnxDevice()
  const replies = await answer(engineWith(device), 'gpu', [sample('m', 'c')], async () => {})
  t.like(replies, [
    { kind: 'failed', failure: { kind: 'invalid', reason: 'no model is named m; none has been loaded' } },
  ])
  const lost = { ...device, sample: () => Promise.reject(new LostThreadError('the thread replica has ended')) }
  await t.throwsAsync(() => answer(engineWith(lost), 'gpu', [sample('m', 'c')], async () => {}), {
    instanceOf: LostThreadError,
  })
  await device.close()
})
