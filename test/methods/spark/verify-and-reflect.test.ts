/** Verifying and reflecting at test time: when it stops, and what it leaves alone. */
import test from 'ava'
import fc from 'fast-check'
import type { Review } from '../../../src/contracts/worlds/review.ts'
import { verifyAndReflect, type AskPolicy } from '../../../src/methods/spark/verify-and-reflect.ts'

const review: Review<unknown> = {
  verify: (task, answer) => `verify ${String(task)} ${answer}`,
  compare: () => '',
  reflect: (task, answer) => `reflect ${String(task)} ${answer}`,
  replies: { right: 'right', wrong: 'wrong', first: 'A', second: 'B' },
}

/** A policy that finds an answer right from `patience` on, and counts up when it reflects. */
const counting =
  (patience: number, asked: string[] = []): AskPolicy =>
  (_, texts) => {
    asked.push(...texts)
    return Promise.resolve(
      texts.map(text => {
        const [kind, , answer] = text.split(' ')
        if (kind === 'reflect') return String(Number(answer) + 1)
        return Number(answer) >= patience ? 'right' : 'wrong'
      }),
    )
  }

test('an answer grows until it is found right, or the rounds are over', async t => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(5), { maxLength: 6 }), fc.nat(6), fc.nat(6), async (answers, patience, rounds) => {
      const tasks = answers.map((_, index) => index)
      const asked: string[] = []
      const last = await verifyAndReflect(counting(patience, asked), review, tasks, answers.map(String), rounds)
      const wanted = answers.map(answer => String(answer + Math.min(rounds, Math.max(0, patience - answer))))
      t.deepEqual(last, wanted)
      t.true(asked.length <= 2 * rounds * answers.length)
    }),
  )
})

test('no round asks nothing; an answer that is not there is not asked about', async t => {
  const silent: AskPolicy = () => t.fail()
  t.deepEqual(await verifyAndReflect(silent, review, ['a', 'b'], ['1', null], 0), ['1', null])
  t.deepEqual(await verifyAndReflect(silent, review, ['a'], [null], 3), [null])
})

test('a verdict that is none is no reason to keep an answer; a reflection that fails keeps it', async t => {
  const mute: AskPolicy = (use, texts) =>
    Promise.resolve(texts.map(() => (use.startsWith('verify') ? 'perhaps' : null)))
  t.deepEqual(await verifyAndReflect(mute, review, ['a'], ['1'], 2), ['1'])
})
