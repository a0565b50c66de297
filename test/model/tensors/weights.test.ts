import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import { encodeSafetensors } from '../../../src/model/tensors/safetensors.ts'
import { loadWeights, type Tensors } from '../../../src/model/tensors/weights.ts'
import { nth } from '../../../src/math/nth.ts'
import { present } from '../../fixtures/present.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { randomState, smallConfig, tinyConfig } from '../random-model.ts'

const { weights } = randomState(smallConfig, 1)
const embedding = 'model.embed_tokens.weight'
const norm = 'model.norm.weight'

const shard = (number: number): string => `model-0000${number}-of-00003.safetensors`

/** Writes the tensors into up to three files, each into that which `place` gives it. */
async function writeShards(folder: string, tensors: Tensors, place: (name: string) => number): Promise<void> {
  const names = Object.keys(tensors)
  for (const number of new Set(names.map(place))) {
    const own = names.filter(name => place(name) === number).map(name => [name, present(tensors[name])])
    await write(folder, shard(number), Object.fromEntries(own))
  }
  await writeIndex(folder, Object.fromEntries(names.map(name => [name, shard(place(name))])))
}

const write = (folder: string, file: string, tensors: Tensors): Promise<void> =>
  writeFile(join(folder, file), encodeSafetensors({ tensors, metadata: { format: 'pt' } }))

const writeIndex = (folder: string, weightMap: object): Promise<void> =>
  writeFile(join(folder, 'model.safetensors.index.json'), JSON.stringify({ weight_map: weightMap }))

test('weights in shards are those in one file, however they are cut', async t => {
  await fc.assert(
    fc.asyncProperty(tinyConfig, fc.array(fc.nat(2), { minLength: 50, maxLength: 50 }), async (made, cuts) => {
      const folder = await temporaryFolder(t)
      const tensors = randomState(made, 1).weights
      const names = Object.keys(tensors)
      await writeShards(folder, tensors, name => nth(cuts, names.indexOf(name)))
      t.deepEqual(await loadWeights(folder, made), tensors)
    }),
    { numRuns: 10 },
  )
})

test('one file goes before shards', async t => {
  const folder = await temporaryFolder(t)
  await write(folder, 'model.safetensors', weights)
  await writeIndex(folder, { nothing: 'nowhere.safetensors' })
  t.deepEqual(await loadWeights(folder, smallConfig), weights)
})

test('a head that equals the embedding it is tied to is passed over', async t => {
  const folder = await temporaryFolder(t)
  await write(folder, 'model.safetensors', { ...weights, 'lm_head.weight': present(weights[embedding]) })
  t.deepEqual(await loadWeights(folder, smallConfig), weights)
})

const half = (name: string): number => (name.startsWith('model.layers') ? 1 : 2)

const refusals: readonly (readonly [what: string, write: (folder: string) => Promise<void>, message: RegExp])[] = [
  ['no file at all', () => Promise.resolve(), /there is no model.safetensors in/],
  [
    'a tied head that is not the embedding',
    folder =>
      write(folder, 'model.safetensors', {
        ...weights,
        'lm_head.weight': { shape: [9, 8], data: new Float32Array(72) },
      }),
    /lm_head.weight differs from model.embed_tokens.weight, and config.json ties them/,
  ],
  ['an index that is not JSON', folder => writeFile(join(folder, 'model.safetensors.index.json'), '{'), /is not JSON/],
  ['an index without a map', folder => writeIndex(folder, [1]), /\.index\.json\.weight_map.*: .*, got /],
  [
    'a shard elsewhere on the disk',
    folder => writeIndex(folder, { [norm]: '../model.safetensors' }),
    /\.index\.json\.weight_map.*: .*, got /,
  ],
  [
    'a shard missing',
    async folder => {
      await writeShards(folder, weights, half)
      await rm(join(folder, shard(2)))
    },
    /there is no model-00002-of-00003.safetensors in .*, which its model.safetensors.index.json names/,
  ],
  [
    'a shard of whole numbers',
    async folder => {
      await writeShards(folder, weights, half)
      const bytes = encodeSafetensors({ tensors: { [norm]: present(weights[norm]) }, metadata: {} })
      await writeFile(join(folder, shard(2)), Buffer.from(bytes).toString('latin1').replace('"F32"', '"I32"'), 'latin1')
    },
    /model-00002-of-00003.safetensors .*: tensor model.norm.weight is of type I32, wanted F32, F16 or BF16/,
  ],
  [
    'a tensor missing from a shard',
    async folder => {
      await writeShards(folder, weights, half)
      await write(folder, shard(2), { [norm]: present(weights[norm]) })
    },
    /model-00002-of-00003.safetensors has no tensor model.embed_tokens.weight, which the index puts there/,
  ],
  [
    'a tensor too many in a shard',
    async folder => {
      const { [norm]: last, ...others } = weights
      await writeShards(folder, others, half)
      await write(folder, shard(2), { [embedding]: present(weights[embedding]), [norm]: present(last) })
    },
    /model-00002-of-00003.safetensors has a tensor model.norm.weight, which the index puts into no shard/,
  ],
  [
    'a tensor in two shards',
    async folder => {
      await writeShards(folder, weights, half)
      await write(folder, shard(2), { ...weights })
    },
    /model-00002-of-00003.safetensors has a tensor model.layers.0.* puts into model-00001-of-00003.safetensors/,
  ],
  [
    'a tensor missing from all shards',
    folder => {
      const { [norm]: _, ...others } = weights
      return writeShards(folder, others, half)
    },
    /has no tensor model.norm.weight, which its config wants/,
  ],
  [
    'a misshapen tensor in a shard',
    folder => writeShards(folder, { ...weights, [norm]: { shape: [2, 4], data: new Float32Array(8) } }, half),
    /tensor model.norm.weight has the shape \[2, 4\], its config wants \[8\]/,
  ],
  [
    'a tensor that the config does not want in a shard',
    folder => writeShards(folder, { ...weights, extra: { shape: [1], data: new Float32Array(1) } }, half),
    /has a tensor extra that its config does not want/,
  ],
]
for (const [what, prepare, message] of refusals) {
  test(`refuses ${what}`, async t => refused(t, prepare, message))
}

async function refused(
  t: ExecutionContext,
  prepare: (folder: string) => Promise<void>,
  message: RegExp,
): Promise<void> {
  const folder = await temporaryFolder(t)
  await prepare(folder)
  await t.throwsAsync(loadWeights(folder, smallConfig), { instanceOf: RangeError, message })
}
