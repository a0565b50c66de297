/** The tests that the guide shows are run here. */
import test from 'ava'
import fc from 'fast-check'
import { createKit } from '../../src/laws/index.ts'
import wordCount, { type Counted, type Text } from '../../examples/word-count.ts'

const text = (words: string): Text => ({ kind: 'text', to: 'words', from: 'trainer', id: words, text: words })
const start = () =>
  createKit<Counted, Text>({
    actors: [
      {
        name: 'words',
        actor: wordCount({ shortest: 2 }),
        supervision: { kind: 'restart', firstDelayMs: 100 },
      },
    ],
  })

test('it counts the words of what is sent, in order', async t => {
  const kit = await start()
  kit.system.send(text('a grader of actions'))
  kit.system.send(text('acts'))
  kit.run()
  t.deepEqual(
    kit.received.map(({ words, total }) => [words, total]),
    [
      [3, 3],
      [1, 4],
    ],
  )
})

test('a life that ends takes its total with it', async t => {
  const kit = await start()
  kit.system.send(text('a grader of actions'))
  kit.run()
  kit.kill('words', 'out-of-memory')
  await kit.untilIdle(99)
  kit.system.send(text('lost'))
  await kit.untilIdle(1)
  t.like(kit.events.at(-1), { kind: 'restarted', actor: 'words', incarnation: 1 })
  kit.system.send(text('acts'))
  kit.run()
  t.deepEqual(
    kit.received.map(({ total }) => total),
    [3, 1],
  )
})

test('whenever it dies, a total continues from the one before or begins anew', async t => {
  const move = fc.oneof(fc.constantFrom('send' as const, 'kill' as const, 'wait' as const), fc.nat())
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 50, size: 'max' }), async moves => {
      const kit = await start()
      for (const move of moves) {
        const ways = kit.deliveries()
        if (move === 'send') kit.system.send(text('one more text'))
        else if (move === 'kill') kit.kill('words')
        else if (move === 'wait') await kit.untilIdle(100)
        else ways[move % ways.length]?.deliver()
      }
      await kit.untilIdle()
      kit.received.forEach(({ words, total }, index) => {
        const before = kit.received[index - 1]?.total ?? 0
        t.true(total === before + words || total === words)
      })
    }),
  )
})
