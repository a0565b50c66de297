import test from 'ava'
import type { LanguageModel } from '../../../src/contracts/models/language-model.ts'
import { givingWay, modelGivingWay } from '../../../src/gateway/training/give-way.ts'
import { createServing } from '../../../src/gateway/training/serving.ts'
import { rootKey } from '../../../src/math/random.ts'

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

test('samples are drawn together, a piece of each at a time, and are whole', async t => {
  const { work, take, serving, now } = stage(0.5)
  serving.begin()
  const calls: number[] = []
  const model: Pick<LanguageModel, 'name' | 'stream'> = {
    name: 'reward model',
    stream: async function* ({ tokens, maxTokens }, pieceTokens) {
      const length = Math.min(tokens.length, maxTokens)
      for (let from = 0; from < length; from += pieceTokens) {
        calls.push(now())
        const drawn = Int32Array.from({ length: Math.min(pieceTokens, length - from) }, (_, at) => from + at)
        const finish = from + pieceTokens >= tokens.length ? 'stop' : 'length'
        yield { tokens: drawn, logprobs: new Float32Array(drawn.length).fill(-1), finish, version: 3 - from / 16 }
      }
    },
  }
  const { sample } = modelGivingWay(model as LanguageModel, work)
  const prompt = (length: number) => ({ tokens: new Int32Array(length), maxTokens: 40, key: rootKey(1) })
  const last = take(5)
  const [short, long] = await Promise.all([sample({ ...prompt(9), count: 3 }), sample(prompt(50))])
  t.deepEqual([short.length, short[0]?.finish, short[0]?.tokens.length], [3, 'stop', 9])
  t.deepEqual(
    long.map(({ tokens, finish, version }) => [[...tokens], finish, version]),
    [[Array.from({ length: 40 }, (_, at) => at), 'length', 1]],
  )
  t.is(long[0]?.logprobs.length, 40)
  t.is(await last, 0)
  t.deepEqual(calls, [10, 10, 10, 10, 10, 10])
})
