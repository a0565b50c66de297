import test from 'ava'
import { rootKey } from '../../../src/math/random.ts'
import { initialise } from '../../../src/model/tensors/initialise.ts'
import { tensorShapes } from '../../../src/model/tensors/tensors.ts'
import { smallConfig } from '../../laws/device/device-cases.ts'

test('one seed gives one model, another gives another', t => {
  t.deepEqual(initialise(smallConfig, rootKey(1)), initialise(smallConfig, rootKey(1)))
  t.notDeepEqual(initialise(smallConfig, rootKey(1)), initialise(smallConfig, rootKey(2)))
})

test('matrices spread by 0.02 around 0, norms are 1 and biases 0', t => {
  const { weights } = initialise({ ...smallConfig, hidden_size: 64 }, rootKey(3))
  for (const [name, { data }] of Object.entries(weights)) {
    if (name.endsWith('norm.weight'))
      t.true(
        data.every(weight => weight === 1),
        name,
      )
    else if (name.endsWith('.bias'))
      t.true(
        data.every(weight => weight === 0),
        name,
      )
    else t.true(Math.abs(Math.hypot(...data) / Math.sqrt(data.length) - 0.02) < 2e-3, name)
  }
})

test('another layer leaves the first ones as they are', t => {
  const few = initialise(smallConfig, rootKey(1)).weights
  const more = initialise({ ...smallConfig, num_hidden_layers: 3 }, rootKey(1)).weights
  for (const name of tensorShapes(smallConfig).keys()) t.deepEqual(more[name], few[name])
})
