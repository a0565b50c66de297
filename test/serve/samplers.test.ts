/** Weights that sampling sessions go on with once a model has changed. */
import test from 'ava'
import type { Device, ModelState } from '../../src/contracts/models/device.ts'
import { createSamplers } from '../../src/serve/state/samplers.ts'
import { livelyModel, smallConfig } from '../laws/device/device-cases.ts'

test('sessions of the same weights share a copy, and of nine copies the first is forgotten', async t => {
  const saved: ModelState[] = []
  const loaded: ModelState[] = []
  const device = {
    save: async () => {
      const model = livelyModel(smallConfig, saved.length)
      saved.push(model)
      return { ...model, optimiser: { step: 1, first: model.weights, second: model.weights } }
    },
    load: async (_: string, state: ModelState) => void loaded.push(state),
  } as unknown as Device
  const samplers = createSamplers(device)
  const open = (): string => samplers.ofModel({ slot: 'model-0', config: smallConfig })
  const first = Array.from({ length: 9 }, open)
  await samplers.keep('model-0')
  t.is(saved.length, 1)
  for (const id of first) await samplers.slotOf(id)
  t.true(loaded.length === 9 && loaded.every(({ weights }) => weights === saved[0]?.weights))
  /* Without the optimiser, twice as large as they. */
  t.deepEqual(loaded[0], saved[0])

  const later: string[] = []
  for (let copy = 0; copy < 8; copy += 1) {
    later.push(open())
    await samplers.keep('model-0')
  }
  for (const id of later) await samplers.slotOf(id)
  t.deepEqual(loaded.slice(9), saved.slice(1))
  await t.throwsAsync(samplers.slotOf(first[0] ?? ''), { message: /were forgotten$/ })
})
