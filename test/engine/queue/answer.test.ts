import test from 'ava'
import { answer } from '../../../src/engine/queue/answer.ts'
import { engineOf } from '../../../src/engine/queue/engine-of.ts'
import { createOnnxDevice } from '../../../src/engine/local/create-onnx-device.ts'
import { LostThreadError } from '../../../src/runtime/errors/lost-thread-error.ts'
import { sample } from '../device-requests.ts'

test('what a device cannot do is a reply; that it has lost a thread is an end', async t => {
  const device = await createOnnxDevice()
  const replies = await answer(engineOf(device), 'gpu', [sample('m', 'c')], async () => {})
  t.like(replies, [
    { kind: 'failed', failure: { kind: 'invalid', reason: 'no model is named m; none has been loaded' } },
  ])
  const lost = { ...device, sample: () => Promise.reject(new LostThreadError('the thread replica has ended')) }
  await t.throwsAsync(() => answer(engineOf(lost), 'gpu', [sample('m', 'c')], async () => {}), {
    instanceOf: LostThreadError,
  })
  await device.close()
})
