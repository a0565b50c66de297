import test from 'ava'
import fc from 'fast-check'
import type { Example, Sequence } from '../../src/contracts/models/device.ts'
import { zeroSums } from '../../src/engine/semantics/sums.ts'
import { inShortCalls } from '../../src/learning/short-calls.ts'

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

test('calls are cut into short ones, which together are the same', async t => {
  const lengths = fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(lengths, async all => {
      const calls: number[][] = []
      const read = (sequences: readonly Sequence[]): number => {
        const own = sequences.map(({ tokens }) => tokens.length)
        calls.push(own)
        return sum(own)
      }
      const { logprobs, forwardBackward } = inShortCalls({
        logprobs: async sequences => {
          read(sequences)
          return sequences.map(({ tokens }) => new Float32Array(tokens.length))
        },
        forwardBackward: async examples => ({ ...zeroSums(), read: read(examples.map(({ sequence }) => sequence)) }),
      })
      const sequences = all.map(length => ({ tokens: new Int32Array(length) }))
      const isShort = (call: readonly number[]): boolean => call.length === 1 || sum(call) <= 1024
      const found = await logprobs(sequences)
      t.deepEqual([found.map(each => each.length), calls.flat(), calls.every(isShort)], [all, all, true])
      const examples: readonly Example[] = sequences.map(sequence => ({ sequence, spans: [] }))
      t.is((await forwardBackward(examples, { kind: 'cross-entropy' })).read, sum(all))
      t.deepEqual([calls.flat(), calls.every(isShort)], [[...all, ...all], true])
    }),
  )
})
