import test from 'ava'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadModel } from '../../../src/model/checkpoint.ts'
import { initialise } from '../../../src/model/tensors/initialise.ts'
import { memoryLimit, modelBytes, requireMemory } from '../../../src/model/tensors/memory.ts'
import { elements, parameterCount, tensorShapes } from '../../../src/model/tensors/tensors.ts'
import { rootKey } from '../../../src/math/random.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { smallConfig } from '../random-model.ts'

const config = { ...smallConfig, vocab_size: 11, intermediate_size: 12, num_hidden_layers: 3 }
const huge = { ...config, hidden_size: 2 ** 24, num_hidden_layers: 1e9 }

test('parameters are those of the tensors, however many layers', t => {
  for (const layers of [1, 2, 3, 7]) {
    const shape = { ...config, num_hidden_layers: layers }
    const sum = [...tensorShapes(shape).values()].reduce((total, each) => total + elements(each), 0)
    t.is(parameterCount(shape), sum)
  }
})

test('a model takes 20 bytes a parameter and 4 a rotary angle', t => {
  t.is(modelBytes(config), parameterCount(config) * 20 + 16 * 4 * 4)
})

test('models are refused together, with the bytes wanted and found', t => {
  const needed = 2 * modelBytes(config)
  t.notThrows(() => requireMemory('both', [config, config], needed))
  t.throws(() => requireMemory('both', [config, config], needed - 1), {
    instanceOf: RangeError,
    message: new RegExp(`^both: .* need ${needed} bytes .* there are ${needed - 1} `),
  })
  t.true(memoryLimit() > 0)
})

test('a model that is too large is refused before anything is made of it', async t => {
  const folder = await temporaryFolder(t)
  await writeFile(join(folder, 'config.json'), JSON.stringify(huge))
  await t.throwsAsync(loadModel(folder), { instanceOf: RangeError, message: /bytes .* take a smaller model/ })
  t.throws(() => initialise(huge, rootKey(1)), { instanceOf: RangeError, message: /take a smaller model/ })
})
