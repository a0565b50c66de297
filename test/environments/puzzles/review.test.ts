/** Questions about answers are read by the words and marks of the world, and the shipped policies have them. */
import test from 'ava'
import fc from 'fast-check'
import { puzzles } from '../../../environments/puzzles/index.ts'
import { loadRunConfig } from '../../../src/methods/registry/run-config.ts'
import { derive, randomFrom, rootKey } from '../../../src/math/random.ts'
import { loadTokenizer } from '../../../src/model/tokenizer/load-tokenizer.ts'
import { chatRenderer } from '../../../src/model/renderers/chat.ts'
import { questionsFor } from '../../../src/contracts/worlds/review.ts'
import { chatTokenizer, templateOf } from '../../fixtures/chat.ts'
import { buildTokenizerJson } from '../../../src/model/tokenizer/tokenizer-json.ts'
import { verdicts } from '../../../src/reward/verdicts/verdict-text.ts'
import { reviewExample } from '../../../src/warm-start/review-examples.ts'
import { present } from '../../fixtures/present.ts'
import { hasWords } from '../shipped-words.ts'

const world = puzzles({ levels: [0, 4] })
const review = present(world.review)
const json = buildTokenizerJson(world.language, Object.values(verdicts))
const tokenizer = loadTokenizer(json)

test('a question has the problem, each answer between its marks, and no word that is none of the language', t => {
  fc.assert(
    fc.property(fc.nat(), seed => {
      const task = world.generate('train', randomFrom(derive(rootKey(seed), 'review test')))
      const [one = '', other = ''] = world.admissible(world.start(task).state)
      const asked = [review.verify(task, one), review.compare(task, one, other), review.reflect(task, one)]
      const marks = asked.map(text => {
        const ids = [...tokenizer.encode(text)]
        t.false(ids.includes(tokenizer.unknown), text)
        return ['<act>', '<end>', '<vote>'].map(mark => ids.filter(id => id === tokenizer.id(mark)).length)
      })
      t.deepEqual(marks, [
        [1, 1, 1],
        [2, 2, 1],
        [1, 1, 0],
      ])
      for (const text of asked) t.true(text.startsWith(task.prompt) && text.includes(` <act> ${one} <end>`))
    }),
    { numRuns: 200 },
  )
})

test('a question in prose has the problem and each answer, and every reply is read as it is written', t => {
  const renderer = chatRenderer(chatTokenizer, templateOf('chatml'), present(world.prompts))
  const { verify, compare, reflect, replies } = questionsFor(review, 'chat', 'puzzles')
  fc.assert(
    fc.property(fc.nat(), seed => {
      const task = world.generate('train', randomFrom(derive(rootKey(seed), 'review test')))
      const [one = '', other = ''] = world.admissible(world.start(task).state)
      const asked = [verify(task, one), compare(task, one, other), reflect(task, one)]
      for (const text of asked) t.true(text.startsWith(`${task.prompt}\n`) && text.includes(one) && !/[<>]/.test(text))
      t.true(compare(task, one, other).includes(other))
      for (const reply of [...Object.values(replies), one]) t.is(renderer.action(renderer.answer(reply)), reply)
    }),
    { numRuns: 100 },
  )
  t.is(new Set(Object.values(replies)).size, 4)
  const { prose: _, ...words } = review
  t.is(questionsFor(words, 'words', 'words'), words)
  t.throws(() => questionsFor(words, 'chat', 'words'), {
    instanceOf: RangeError,
    message: /words has no review\.prose/,
  })
})

test('the shipped policy for questions of the puzzles reads and writes their words; no reply is cut off by the preset', async t => {
  await hasWords(t, 'starters/puzzles/review-policy', world.language)
  const { policy } = await loadRunConfig({ environment: { name: 'puzzles' } }, 'spark')
  for (const reply of Object.values(review.replies)) t.true(tokenizer.encode(reply).length < policy.maxTokens)
})

test('of the examples of a warm start a verdict is the truth, except for the share of coins', t => {
  const task = world.parseTask({ family: 'Sorting', level: 0, prompt: 'Sorting 7 3 9' })
  const answers = { task, right: '3 7 9', wrong: '7 3 9' }
  const truths = (coins: number): number => {
    const random = randomFrom(derive(rootKey(1), 'coins'))
    const told = Array.from({ length: 1000 }, (_, index) => {
      const kind = index % 2 === 0 ? ('verify' as const) : ('compare' as const)
      const { question, reply } = present(reviewExample(review, answers, { kind, coins, random }))
      const isFirst = question.startsWith(`${task.prompt} <act> ${answers.right} <end>`)
      const { right, wrong, first, second } = review.replies
      return reply === (kind === 'verify' ? (isFirst ? right : wrong) : isFirst ? first : second)
    })
    return told.filter(each => each).length / told.length
  }
  t.is(truths(0), 1)
  t.true(Math.abs(truths(0.5) - 0.75) < 0.05)
  t.true(Math.abs(truths(1) - 0.5) < 0.05)
  const reflection = { kind: 'reflect', coins: 1, random: randomFrom(rootKey(1)) } as const
  t.deepEqual(reviewExample(review, answers, reflection), {
    question: review.reflect(task, '7 3 9'),
    reply: '3 7 9',
  })
  t.is(reviewExample(review, { ...answers, wrong: null }, reflection), null)
})
