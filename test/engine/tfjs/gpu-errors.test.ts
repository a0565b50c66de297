import test from 'ava'
import { watchGpu } from '../../../src/engine/tfjs/gpu-errors.ts'

/** As Dawn tells of an error that nobody asked after. */
const uncaptured = (message: string): Event => Object.assign(new Event('uncapturederror'), { error: { message } })

test('what a GPU refuses once is an error from then on, told in its own words', t => {
  const device = new EventTarget()
  const requireSound = watchGpu(device)
  t.notThrows(requireSound)
  device.dispatchEvent(uncaptured('the shader is invalid'))
  device.dispatchEvent(uncaptured('the pipeline is invalid'))
  for (let time = 0; time < 2; time += 1) t.throws(requireSound, { message: /refused.*the shader is invalid/ })
})

test('an error without words is one too', t => {
  const device = new EventTarget()
  const requireSound = watchGpu(device)
  device.dispatchEvent(new Event('uncapturederror'))
  t.throws(requireSound, { message: /it does not say why/ })
})
