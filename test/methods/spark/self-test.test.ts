import test from 'ava'
import fc from 'fast-check'
import type { ReviewQuestions } from '../../../src/contracts/worlds/review.ts'
import { pairsTold } from '../../../src/methods/spark/self-test.ts'

const review: ReviewQuestions<unknown> = {
  verify: () => '',
  compare: (_, first, second) => `${first} ${second}`,
  reflect: () => '',
  replies: { right: 'right', wrong: 'wrong', first: 'A', second: 'B' },
}

const share = (is: readonly boolean[]): number | null =>
  is.length === 0 ? null : is.filter(Boolean).length / is.length

test('replies to a pair agree if both name one of its answers, and the same; those that name none do not', async t => {
  const reply = fc.constantFrom('A', 'B', 'C', null)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(reply, reply), { maxLength: 6 }), async replies => {
      const given = replies.map((_, task) => [
        { task, answer: 'good', won: true },
        { task, answer: 'bad', won: false },
      ])
      const told = await pairsTold(
        (_, texts) =>
          Promise.resolve(texts.map((text, index) => replies[index]?.[text === 'good bad' ? 0 : 1] ?? null)),
        review,
        given,
      )
      const named = replies.map(([ahead, behind]) => [
        ahead === 'A' ? 'good' : ahead === 'B' ? 'bad' : null,
        behind === 'B' ? 'good' : behind === 'A' ? 'bad' : null,
      ])
      t.is(told.paired, share(named.flat().map(answer => answer === 'good')))
      t.is(told.agreed, share(named.map(([one, other]) => one !== null && one === other)))
    }),
  )
})
