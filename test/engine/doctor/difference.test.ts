import test from 'ava'
import { differenceFromPlain } from '../../../src/engine/doctor/difference.ts'
import { openDevice } from '../../../src/engine/open-device.ts'

test('the numbers that engines are compared with are those of the plain engine, to six digits', async t => {
  const plain = await openDevice({ engine: 'tfjs', backend: 'cpu' })
  t.teardown(() => plain.close())
  t.true((await differenceFromPlain(plain)) < 1e-5)
})
