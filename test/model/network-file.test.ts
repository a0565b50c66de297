import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { initialiseNetwork } from '../../src/engine/networks/initialise-network.ts'
import { rootKey } from '../../src/math/random.ts'
import { loadNetwork, saveNetwork } from '../../src/model/network-file.ts'
import { decodeSafetensors } from '../../src/model/tensors/safetensors.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const fresh = initialiseNetwork([3, 5, 2], rootKey(1))
const [first, second] = [initialiseNetwork([3, 5, 2], rootKey(2)), initialiseNetwork([3, 5, 2], rootKey(3))]
const trained = { ...fresh, optimiser: { step: 7, first: first.layers, second: second.layers } }

test('a network that was saved is the same, with its optimiser if it has one', async t => {
  const folder = await temporaryFolder(t)
  for (const [name, state] of Object.entries({ fresh, trained })) {
    await saveNetwork(join(folder, name), state)
    t.deepEqual(await loadNetwork(join(folder, name)), state)
    await t.notThrowsAsync(saveNetwork(join(folder, name), state))
  }
  await t.throwsAsync(saveNetwork(join(folder, 'fresh'), trained), { message: /exists already/ })
  const { tensors } = decodeSafetensors(await readFile(join(folder, 'fresh', 'network.safetensors')), 'it')
  t.deepEqual(tensors['layers.0.weight']?.shape, [3, 5])
})

test('a file that is missing, cut short or without a layer is refused by its name', async t => {
  const folder = await temporaryFolder(t)
  const path = join(folder, 'network')
  await t.throwsAsync(loadNetwork(path), { instanceOf: RangeError, message: /network\.safetensors is missing/ })
  await saveNetwork(path, trained)
  const file = join(path, 'network.safetensors')
  const bytes = await readFile(file)
  await writeFile(file, bytes.subarray(0, bytes.length - 4))
  await t.throwsAsync(loadNetwork(path), { instanceOf: RangeError, message: /network\.safetensors is not a usable/ })
  await writeFile(file, Buffer.from(bytes.toString('latin1').replace('first.1.bias', 'first.1.bios'), 'latin1'))
  await t.throwsAsync(loadNetwork(path), { instanceOf: RangeError, message: /must have a tensor first\.1\.bias/ })
})
