import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { initialiseNetwork } from '../../src/engine/networks/initialise-network.ts'
import { rootKey } from '../../src/math/random.ts'
import { loadNetwork, saveNetwork } from '../../src/model/network-file.ts'
import { decodeSafetensors } from '../../src/model/tensors/safetensors.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const shape = { inputs: 3, hidden: [5], outputs: 2 }
const fresh = initialiseNetwork(shape, rootKey(1))
const [first, second] = [initialiseNetwork(shape, rootKey(2)), initialiseNetwork(shape, rootKey(3))]
const trained = { ...fresh, optimiser: { step: 7, first: first.weights, second: second.weights } }
const ensemble = initialiseNetwork(
  {
    ...{ inputs: 20, members: 3, layerNorm: true, hidden: [4], outputs: 2 },
    image: { height: 3, width: 3, channels: 2, convolutions: [{ channels: 2, size: 2, stride: 1 }] },
  },
  rootKey(4),
)

test('a network that was saved is the same, with its optimiser if it has one', async t => {
  const folder = await temporaryFolder(t)
  for (const [name, state] of Object.entries({ fresh, trained, ensemble })) {
    await saveNetwork(join(folder, name), state)
    t.deepEqual(await loadNetwork(join(folder, name)), state)
    /* To the byte, whatever the order of its keys was. */
    await t.notThrowsAsync(saveNetwork(join(folder, name), await loadNetwork(join(folder, name))))
  }
  await t.throwsAsync(saveNetwork(join(folder, 'fresh'), trained), { message: /exists already/ })
  const shapes = async (name: string) => {
    const { tensors } = decodeSafetensors(await readFile(join(folder, name, 'network.safetensors')), 'it')
    return Object.fromEntries(Object.entries(tensors).map(([tensor, { shape: sizes }]) => [tensor, sizes]))
  }
  t.deepEqual((await shapes('fresh'))['weights.layers.0.weight'], [3, 5])
  t.like(await shapes('ensemble'), {
    'weights.convolutions.0.weight': [3, 2, 2, 2, 2],
    'weights.layers.0.weight': [3, 10, 4],
    'weights.layers.0.scale': [3, 4],
  })
})

test('a file that is missing, cut short or of another shape is refused by its name', async t => {
  const folder = await temporaryFolder(t)
  const path = join(folder, 'network')
  await t.throwsAsync(loadNetwork(path), { instanceOf: RangeError, message: /network\.safetensors is missing/ })
  await saveNetwork(path, trained)
  const file = join(path, 'network.safetensors')
  const bytes = await readFile(file)
  await writeFile(file, bytes.subarray(0, bytes.length - 4))
  await t.throwsAsync(loadNetwork(path), { instanceOf: RangeError, message: /network\.safetensors is not a usable/ })
  const changed = (from: string, to: string) =>
    writeFile(file, Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1'))
  await changed('first.layers.1.bias', 'first.layers.1.bios')
  await t.throwsAsync(loadNetwork(path), {
    instanceOf: RangeError,
    message: /^first of .*network\.safetensors\['layers\.1\.bias'\] must hold 2 numbers, got none/,
  })
  await changed('hidden', 'hodden')
  await t.throwsAsync(loadNetwork(path), { instanceOf: RangeError, message: /must say the shape of a network/ })
})
