import test from 'ava'
import fc from 'fast-check'
import type { Example, Sequence } from '../../../src/contracts/models/device.ts'
import type { LanguageModel } from '../../../src/contracts/models/language-model.ts'
import { zeroSums } from '../../../src/engine/semantics/sums.ts'
import { createServing, givingWay, modelGivingWay } from '../../../src/gateway/training/give-way.ts'

/** Work on a clock by hand. */
function stage(share: number) {
  let at = 0
  const now = (): number => at
  const pass = async (ms: number): Promise<void> => void (at += ms)
  const serving = createServing(now)
  const work = givingWay({ serving, now, after: pass, share })
  /** @returns when it began. */
  const take = (ms: number) =>
    work(async () => {
      const begun = at
      at += ms
      return begun
    })
  return { serving, work, take, now, pass }
}

test('where nobody asks work is done at once', async t => {
  const { take } = stage(0.1)
  t.deepEqual([await take(10), await take(20)], [0, 10])
})

test('while answers are waited for, work has its share of the time', async t => {
  const { serving, take } = stage(0.1)
  serving.begin()
  t.deepEqual(await Promise.all([take(10), take(20), take(5)]), [0, 100, 300])
})

test('one who has just been answered is about to ask again: only then is work done at once', async t => {
  const { serving, take, pass } = stage(0.01)
  serving.begin()
  await take(10)
  await pass(100)
  serving.end()
  t.deepEqual([await take(1), await take(1)], [160, 161])
})

test('work that fails is rested after, too', async t => {
  const { serving, work, take, pass } = stage(0.5)
  serving.begin()
  const failing = work(async () => {
    await pass(7)
    throw new Error('the engine broke')
  })
  await t.throwsAsync(failing, { message: 'the engine broke' })
  t.is(await take(1), 14)
})

test('calls are cut into short ones, which together are the same', async t => {
  const lengths = fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(lengths, async all => {
      const calls: number[][] = []
      const kept = (sequences: readonly Sequence[]) => calls.push(sequences.map(({ tokens }) => tokens.length))
      const model: Pick<LanguageModel, 'name' | 'logprobs' | 'forwardBackward'> = {
        name: 'policy',
        logprobs: async sequences => {
          kept(sequences)
          return sequences.map(({ tokens }) => new Float32Array(tokens.length))
        },
        forwardBackward: async examples => {
          kept(examples.map(({ sequence }) => sequence))
          return { ...zeroSums(), read: examples.reduce((sum, { sequence }) => sum + sequence.tokens.length, 0) }
        },
      }
      const given = modelGivingWay(model as LanguageModel, work => work())
      const sequences = all.map(length => ({ tokens: new Int32Array(length) }))
      const isShort = (call: readonly number[]): boolean => call.length === 1 || sum(call) <= 1024
      const found = await given.logprobs(sequences)
      t.deepEqual([found.map(each => each.length), calls.flat(), calls.every(isShort)], [all, all, true])
      const examples: readonly Example[] = sequences.map(sequence => ({ sequence, spans: [] }))
      t.is((await given.forwardBackward(examples, { kind: 'cross-entropy' })).read, sum(all))
      t.deepEqual([calls.flat(), calls.every(isShort)], [[...all, ...all], true])
    }),
  )
})

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
