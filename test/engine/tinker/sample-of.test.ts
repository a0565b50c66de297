import test from 'ava'
import { rootKey } from '../../../src/math/random.ts'
import { sampleOf } from '../../../src/engine/tinker/sample-of.ts'
import { greedy, smallConfig } from '../../laws/device/device-cases.ts'

const model = { name: 'm', config: { ...smallConfig, missing_ids: [[20, 23] as const] }, version: 3 }
const request = { ...greedy('a', Int32Array.of(1)), key: rootKey(1) }

const drawn = (...ids: readonly number[]) =>
  sampleOf(
    model,
    {
      sample: () =>
        Promise.resolve({
          promptLogprobs: null,
          sequences: [
            { tokens: Int32Array.from(ids), logprobs: new Float32Array(ids.length), stopReason: 'length' as const },
          ],
        }),
    },
    Int32Array.of(1),
    request,
  )

test('a sample with an id that has no token is taken: it reads as malformed', async t => {
  const [sample] = await drawn(1, 22)
  t.deepEqual([...(sample?.tokens ?? [])], [1, 22])
})

test('a number that is no id makes its own request invalid, not those beside it', async t => {
  for (const id of [-1, smallConfig.vocab_size, 2 ** 31 - 1])
    await t.throwsAsync(drawn(1, id), {
      instanceOf: RangeError,
      message: `a sampled token must be in [0, 23), got ${id}`,
    })
})
