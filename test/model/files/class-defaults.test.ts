/** Checkpoints of others: what transformers lets a folder leave out may be left out, and means what it means there. */
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { loadModel, loadModelConfig } from '../../../src/model/checkpoint.ts'
import { parseModelConfig } from '../../../src/model/config.ts'
import { withClassDefaults } from '../../../src/model/files/class-defaults.ts'
import { encodeSafetensors } from '../../../src/model/tensors/safetensors.ts'
import type { Tensors } from '../../../src/model/tensors/weights.ts'
import { loadSpecialIds } from '../../../src/model/tokenizer/special-ids.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { randomState, smallConfig } from '../random-model.ts'

type Fields = Readonly<Record<string, unknown>>

const { classes } = JSON.parse(
  readFileSync(new URL('../../../../test/fixtures/architectures/defaults.json', import.meta.url), 'utf8'),
) as { readonly classes: Readonly<Record<string, readonly { readonly given: Fields; readonly taken: Fields }[]>> }

for (const [type, cases] of Object.entries(classes))
  test(`${type}: keys that are left out are those of transformers' class`, t => {
    for (const { given, taken } of cases) {
      const fields = withClassDefaults({ model_type: type, ...given })
      const {
        num_attention_heads: heads,
        num_key_value_heads: keyHeads,
        head_dim: size,
        bos_token_id,
        eos_token_id,
        pad_token_id,
        ...shape
      } = taken
      t.like(fields, { bos_token_id, eos_token_id, pad_token_id })
      /* 32 heads share no keys of 4: transformers takes them, and finds no weights of that shape. */
      if (Number(heads) % Number(keyHeads) !== 0)
        t.throws(() => parseModelConfig(fields), { message: /num_key_value_heads must divide num_attention_heads/ })
      else
        t.like(parseModelConfig(fields), {
          ...shape,
          num_key_value_heads: keyHeads,
          head_dim: type === 'qwen3' ? size : undefined,
        })
    }
  })

const config = { ...smallConfig, model_type: 'llama', num_key_value_heads: 2, tie_word_embeddings: false } as const
const state = randomState(config, 1)

async function folderWith(t: ExecutionContext, fields: Fields, weights: Tensors = state.weights): Promise<string> {
  const folder = await temporaryFolder(t)
  await writeFile(join(folder, 'config.json'), JSON.stringify(fields))
  await writeFile(join(folder, 'model.safetensors'), encodeSafetensors({ tensors: weights, metadata: {} }))
  return folder
}

test('a folder that leaves out what its class has loads', async t => {
  const { num_key_value_heads: _, tie_word_embeddings: __, rope_theta: ___, rms_norm_eps: ____, ...few } = config
  for (const rope of [{}, { rope_scaling: { rope_type: 'default' } }, { rope_scaling: null }, { rope_scaling: {} }])
    t.deepEqual(await loadModel(await folderWith(t, { ...few, ...rope })), state)
})

test('what a class does not read is passed over, and what it reads is refused', async t => {
  const qwen = { ...smallConfig, model_type: 'qwen2' }
  await t.notThrowsAsync(loadModelConfig(await folderWith(t, { ...qwen, attention_bias: true, mlp_bias: true })))
  await t.notThrowsAsync(loadModelConfig(await folderWith(t, { ...config, use_sliding_window: true })))
  const refused = async (fields: Fields, message: RegExp) =>
    t.throwsAsync(loadModelConfig(await folderWith(t, fields)), { instanceOf: RangeError, message })
  await refused({ ...config, attention_bias: true }, /attention_bias must be false/)
  await refused({ ...qwen, use_sliding_window: true }, /use_sliding_window must be false/)
  await refused({ ...qwen, rope_parameters: { rope_type: 'yarn' } }, /rope_parameters.rope_type must be 'default'/)
  await refused({ ...qwen, rope_scaling: { type: 'linear', factor: 2 } }, /rope_scaling must be null/)
  await refused({ ...qwen, rms_norm_eps: null }, /rms_norm_eps must be a positive number, got null/)
})

test('frequencies of rotary positions are passed over', async t => {
  const frequencies = { shape: [2], data: Float32Array.of(1, 0.01) }
  const name = 'model.layers.0.self_attn.rotary_emb.inv_freq'
  t.deepEqual(await loadModel(await folderWith(t, config, { ...state.weights, [name]: frequencies })), state)
})

test('a tied model that was saved without its head has no prefix', async t => {
  const tied = randomState({ ...config, tie_word_embeddings: true }, 1)
  const bare = Object.entries(tied.weights).map(([name, tensor]) => [name.replace(/^model\./, ''), tensor])
  t.deepEqual(await loadModel(await folderWith(t, { ...tied.config }, Object.fromEntries(bare) as Tensors)), tied)
})

test('a number that is not finite is found at loading, by tensor and place', async t => {
  for (const value of [NaN, Infinity, -Infinity]) {
    const norm = state.weights['model.norm.weight']!
    const data = norm.data.with(3, value)
    const folder = await folderWith(t, config, { ...state.weights, 'model.norm.weight': { ...norm, data } })
    await t.throwsAsync(loadModel(folder), {
      instanceOf: RangeError,
      message: new RegExp(`tensor model\\.norm\\.weight must be finite, got ${value} at element 3`),
    })
  }
})

test('ids that a Llama leaves out are 1 and 2, and −1 is none', async t => {
  t.deepEqual(await loadSpecialIds(await folderWith(t, config)), { begin: 1, end: [2], pad: null })
  const none = { ...config, pad_token_id: -1, eos_token_id: -1, bos_token_id: null }
  t.deepEqual(await loadSpecialIds(await folderWith(t, none)), { begin: null, end: [], pad: null })
})

test('line ends may be those of Windows; a byte order mark is refused, as by transformers', async t => {
  const folder = await folderWith(t, config)
  const text = JSON.stringify(config, null, 2)
  await writeFile(join(folder, 'config.json'), text.replaceAll('\n', '\r\n'))
  t.deepEqual(await loadModel(folder), state)
  await writeFile(join(folder, 'config.json'), `\uFEFF${text}`)
  await t.throwsAsync(loadModel(folder), {
    instanceOf: RangeError,
    message: /config\.json is not JSON: .*byte order mark/,
  })
})
