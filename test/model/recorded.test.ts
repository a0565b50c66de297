/** Checkpoints of transformers' give what transformers gives, recorded in test/fixtures/qwen2. */
import test from 'ava'
import type { Sequence } from '../../src/contracts/models/device.ts'
import { openDevice, type DeviceOptions } from '../../src/engine/open-device.ts'
import { loadModel, loadTokenizerJson } from '../../src/model/checkpoint.ts'
import { loadSpecialIds } from '../../src/model/tokenizer/special-ids.ts'
import { loadTokenizer } from '../../src/model/tokenizer/load-tokenizer.ts'
import { present } from '../fixtures/present.ts'
import { nth } from '../../src/math/nth.ts'
import { folderOf, recorded } from '../fixtures/qwen2.ts'

/** Both compute in float32, in another order; log-probabilities are near −6. */
const tolerance = 5e-6

const engines: readonly DeviceOptions[] = [
  { engine: 'onnx', threads: 1 },
  { engine: 'tfjs', backend: 'cpu' },
]
for (const engine of engines) {
  for (const [name, { sequences, logprobs, following }] of Object.entries(recorded.models)) {
    test(`${engine.engine} gives the log-probabilities of transformers: ${name}`, async t => {
      const device = await openDevice(engine)
      t.teardown(() => device.close())
      /* transformers gives probability to ids without a token, too. */
      const { config, weights } = await loadModel(folderOf(name))
      const { missing_ids: missing, ...whole } = config
      t.deepEqual(missing, name === 'sharded' ? [[302, 306]] : undefined)
      const state = { config: whole, weights }
      await device.load('model', state)
      for (const [row, tokens] of sequences.entries()) {
        const [found] = await device.logprobs('model', [withEachFollower(tokens, state.config.vocab_size)])
        const wanted = [0, ...nth(logprobs, row), ...nth(following, row)]
        t.is(present(found).length, wanted.length)
        const largest = Math.max(...wanted.map((value, place) => Math.abs(value - nth(present(found), place))))
        t.true(largest <= tolerance, `they differ by ${largest}`)
      }
    })
  }
}

/** The tokens, and every token of the vocabulary as a branch of its own after the last. */
function withEachFollower(tokens: readonly number[], vocabulary: number): Sequence {
  const last = tokens.length - 1
  return {
    tokens: Int32Array.from([...tokens, ...Array.from({ length: vocabulary }, (_, id) => id)]),
    parents: Int32Array.from({ length: tokens.length + vocabulary }, (_, place) => Math.min(place - 1, last)),
  }
}

test('a byte-level tokenizer gives the ids and texts of transformers', async t => {
  const { texts, ids, decoded, size } = recorded.texts
  const tokenizer = loadTokenizer(await loadTokenizerJson(folderOf('sharded')))
  t.is(tokenizer.size, size)
  t.is(tokenizer.unknown, -1)
  for (const [index, text] of texts.entries()) {
    t.deepEqual([...tokenizer.encode(text)], ids[index], text)
    t.is(tokenizer.decode(ids[index] ?? []), nth(decoded, index))
  }
  t.deepEqual([...tokenizer.encode('<|im_end|>')], [tokenizer.id('<|im_end|>')])
  t.is(tokenizer.decode([size, -1, 0.5, 2 ** 31 - 1]), '')
  t.throws(() => tokenizer.id('<act>'), { instanceOf: RangeError, message: /no token "<act>"/ })
})

test('reads the special ids that transformers wrote', async t => {
  t.deepEqual(await loadSpecialIds(folderOf('sharded')), { end: [301, 0], pad: 0, begin: null })
  t.deepEqual(await loadSpecialIds(folderOf('tied')), { end: [], pad: null, begin: null })
})
