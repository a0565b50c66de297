import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import type { ModelConfig } from '../../../src/contracts/models/model-config.ts'
import { loadModel, saveModel } from '../../../src/model/checkpoint.ts'
import { convertModel } from '../../../src/model/gguf/convert-model.ts'
import { loadGguf, saveGguf } from '../../../src/model/gguf/gguf-model.ts'
import { readGguf } from '../../../src/model/gguf/read-gguf.ts'
import { interleaved } from '../../../src/model/gguf/tensor-names.ts'
import { buildTokenizerJson } from '../../../src/model/tokenizer/tokenizer-json.ts'
import { present } from '../../fixtures/present.ts'
import { folderOf } from '../../fixtures/qwen2.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { randomState, smallConfig, tinyConfig } from '../random-model.ts'

test('what is written is read, whatever the architecture', async t => {
  const folder = await temporaryFolder(t)
  await fc.assert(
    fc.asyncProperty(tinyConfig, async config => {
      const state = randomState(config, 1)
      const written = saveGguf(join(folder, 'model.gguf'), state)
      /* Of up to three layers. */
      if (config.no_rope_layers?.includes(0) === true)
        return void (await t.throwsAsync(written, {
          instanceOf: RangeError,
          message: /no_rope_layers must be 0 for every fourth layer, as llama.cpp has it, got \[/,
        }))
      await written
      const read = await loadGguf(join(folder, 'model.gguf'))
      /* A head of the size that follows from the width need not be said. */
      t.deepEqual({ ...read.state.config, head_dim: 0 }, { ...config, head_dim: 0 })
      t.deepEqual(sizeOf(read.state.config), sizeOf(config))
      t.deepEqual(read.state.weights, state.weights)
      t.is(read.tokenizer, undefined)
    }),
    { numRuns: 20 },
  )
})

const sizeOf = (config: ModelConfig) => config.head_dim ?? config.hidden_size / config.num_attention_heads

test('rows of queries are interleaved as in the converter of llama.cpp', t => {
  /* permute(weights, n_head): [heads, 2, D / 2, ..] with its second and third axis exchanged. */
  const tensor = { shape: [12, 1], data: Float32Array.from({ length: 12 }, (_, row) => row) }
  const there = interleaved(tensor, 6)
  t.deepEqual([...there.data], [0, 3, 1, 4, 2, 5, 6, 9, 7, 10, 8, 11])
  t.deepEqual(interleaved(there, 6, true), tensor)
})

test('a folder goes to GGUF and back with tokenizer, ids and template', async t => {
  const folder = await temporaryFolder(t)
  const [there, file, back] = ['there', 'model.gguf', 'back'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const { state, ...rest } = await convertModel(folderOf('sharded'), there)
  const source = '{{ messages }}'
  await writeFile(join(there, 'chat_template.jinja'), source)
  await convertModel(there, file)
  const model = await convertModel(file, back)
  t.deepEqual((await readdir(back)).sort(), (await readdir(there)).sort())
  t.deepEqual(await loadModel(back), await loadModel(there))
  const tokens = { eos_token: '<|im_end|>', pad_token: '<|endoftext|>' }
  t.deepEqual(model, { ...rest, state, chat: { source, tokens, end: [301, 0] } })
})

test('each token that ends a text ends it still, up to three', async t => {
  const folder = await temporaryFolder(t)
  const { state, tokenizer } = await convertModel(folderOf('sharded'), join(folder, 'there'))
  const id = fc.nat(state.config.vocab_size - 1)
  const specials = fc.record({
    end: fc.uniqueArray(id, { maxLength: 3 }),
    pad: fc.option(id),
    begin: fc.option(id),
  })
  await fc.assert(
    fc.asyncProperty(specials, async special => {
      await saveGguf(join(folder, 'model.gguf'), state, { tokenizer: present(tokenizer), special })
      t.deepEqual((await loadGguf(join(folder, 'model.gguf'))).special, special)
    }),
    { numRuns: 20 },
  )
})

test('a tokenizer of byte pairs is made of tokens and merges where a file has nothing else', async t => {
  const folder = await temporaryFolder(t)
  const file = join(folder, 'model.gguf')
  const { tokenizer: own } = await convertModel(folderOf('sharded'), file)
  const key = Buffer.from('tokenizer.huggingface.json')
  const bytes = await readFile(file)
  bytes.write('x', bytes.indexOf(key))
  await writeFile(file, bytes)
  const { tokenizer } = await loadGguf(file)
  t.not(tokenizer, own)
  const [made, known] = [present(tokenizer), present(own)].map(text => JSON.parse(text) as Record<string, object>)
  for (const part of ['added_tokens', 'pre_tokenizer', 'normalizer', 'decoder'])
    t.deepEqual(present(made)[part], present(known)[part], part)
  const vocabulary = (file: Record<string, object>) => (file['model'] as { vocab: object }).vocab
  t.like(vocabulary(present(made)), vocabulary(present(known)))
})

test('of a word-level tokenizer llama.cpp gets tokens that have texts', async t => {
  const file = join(await temporaryFolder(t), 'model.gguf')
  const tokenizer = buildTokenizerJson({ phrases: ['go to', 'cabinet 1'], silent: [] })
  const config = { ...small, vocab_size: 9 }
  await saveGguf(file, randomState(config, 1), { tokenizer })
  const { values } = readGguf(await readFile(file), file)
  const value = (name: string) => values.get(`tokenizer.ggml.${name}`)
  t.deepEqual(value('tokens'), ['<pad>', '<unk>', '<end>', '<act>', '<vote>', 'go to', 'cabinet 1', '[PAD7]', '[PAD8]'])
  t.deepEqual(value('token_type'), [3, 3, 3, 3, 3, 4, 4, 5, 5])
  t.is(value('eos_token_id'), 2)
  const read = await loadGguf(file)
  t.is(read.tokenizer, tokenizer)
  t.deepEqual(read.special, { end: [2], pad: 0, begin: null })
})

test('refuses by file and value', async t => {
  const folder = await temporaryFolder(t)
  const file = join(folder, 'model.gguf')
  const state = randomState(small, 1)
  const tokenizer = (cut: unknown) =>
    JSON.stringify({ added_tokens: [], pre_tokenizer: cut, model: { type: 'BPE', vocab: { a: 0 }, merges: [] } })
  await t.throwsAsync(saveGguf(file, state, { tokenizer: tokenizer({ type: 'Metaspace' }) }), {
    instanceOf: RangeError,
    message: /pre_tokenizer must be one of gpt-2, smollm, qwen2 for llama.cpp, got/,
  })
  await t.throwsAsync(saveGguf(file, { ...state, weights: {} }), { message: /the model has no tensor model.embed/ })
  await t.throwsAsync(
    saveGguf(file, state, { tokenizer: buildTokenizerJson({ phrases: 'abcdefghij'.split(''), silent: [] }) }),
    {
      instanceOf: RangeError,
      message: /the tokenizer has 15 tokens, the model 7/,
    },
  )
  t.deepEqual(await readdir(folder), [])

  await saveGguf(file, state)
  const changes: readonly (readonly [string, string, RegExp])[] = [
    [
      'general.architecture',
      'general.architecturf',
      /model_type must be one of qwen2, qwen3, llama, smollm3, got null/,
    ],
    ['qwen2.block_count', 'qwen2.block_counu', /num_hidden_layers must be a positive integer, got nothing/],
    ['blk.0.attn_q.weight', 'blk.0.attn_r.weight', /has no tensor model.layers.0.self_attn.q_proj.weight/],
    ['tokenizer.ggml.model', 'tokenizer.ggml.model', /tokenizer.ggml.model must be gpt2, got "nine"/],
  ]
  for (const [was, is, message] of changes) {
    const bytes = await readFile(file)
    bytes.write(is, bytes.indexOf(was))
    if (was === is) bytes.write('nine', bytes.indexOf('none'))
    await writeFile(join(folder, 'changed.gguf'), bytes)
    await t.throwsAsync(loadGguf(join(folder, 'changed.gguf')), { instanceOf: RangeError, message })
  }
  await saveModel(join(folder, 'model'), state)
  await t.throwsAsync(convertModel(file, join(folder, 'model')), { instanceOf: RangeError, message: /exists already/ })
})

const small: ModelConfig = { ...smallConfig, vocab_size: 7, tie_word_embeddings: false }
