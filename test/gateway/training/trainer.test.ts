import test from 'ava'
import type { Example } from '../../../src/contracts/models/device.ts'
import type { JournalLine } from '../../../src/gateway/journal.ts'
import type { CompletedTurn } from '../../../src/gateway/training/binary.ts'
import type { Vote } from '../../../src/reward/votes.ts'
import { createTurnTrainer, type TurnTrainerOptions } from '../../../src/gateway/training/trainer.ts'
import { scriptedGateway, words, writes } from '../server/scripted.ts'

/** A trainer whose verdicts are those of a list, by turn, and which keeps what it did. */
function scriptedTrainer(
  verdicts: Readonly<Record<string, readonly Vote[]>>,
  options: Partial<TurnTrainerOptions> = {},
) {
  const batches: (readonly Example[])[] = []
  const written: JournalLine[] = []
  const kept: number[] = []
  let step = 0
  const sums = { spans: 0, tokens: 0, loss: 0, weight: 0, kl: 0, clipped: 0, entropy: null, read: 0, padding: 0 }
  const trainer = createTurnTrainer(
    {
      judge: async ({ id }) => (verdicts[id] ?? []).map(verdict => ({ verdict, reason: '' })),
      model: {
        forwardBackward: async examples => {
          batches.push(examples)
          return sums
        },
        optimStep: async () => ({ step: (step += 1), gradientNorm: 1 }),
      },
      ...{ objective: { kind: 'clipped', clip: 0.2, klWeight: 0.02 }, learningRate: 0.001, batch: 2, maxAge: 1 },
      ...{ maxWaiting: 10, done: new Set(), journal: { append: async line => void written.push(line) } },
      save: async at => void kept.push(at),
      ...options,
    },
    0,
  )
  return { ...trainer, batches, written, kept }
}

const turn = (id: string, version = 0): CompletedTurn => ({
  ...{ id, prompt: [1], answer: [2], logprobs: [-1], version, opening: 'room' },
  steps: [{ action: 'look', observation: 'a mug' }],
})

const linesOf = (written: readonly JournalLine[], kind: JournalLine['kind']) =>
  written.filter(line => line.kind === kind)

test('turns with a reward are trained on in batches, each once, and the weights kept before that is written down', async t => {
  const verdicts = { a: [1, 1, -1], b: [1, -1], c: [-1], d: [1] } as const
  const { take, idle, batches, written, kept } = scriptedTrainer(verdicts, { done: new Set(['d']) })
  for (const id of ['a', 'b', 'd', 'c']) take(turn(id))
  await idle()
  t.deepEqual(
    batches.map(batch => batch.map(({ spans }) => spans[0]?.advantage)),
    [[1, -1]],
  )
  t.deepEqual(kept, [1])
  t.deepEqual(linesOf(written, 'trained'), [{ kind: 'trained', step: 1, turns: ['a', 'c'] }])
  t.deepEqual(
    linesOf(written, 'judged').map(line => line.kind === 'judged' && [line.id, line.reward]),
    [
      ['a', 1],
      ['b', 0],
      ['c', -1],
    ],
  )
})

test('what older weights drew is left out, and so is what no room is for', async t => {
  const always = new Proxy({}, { get: () => [1] })
  const { take, idle, batches } = scriptedTrainer(always, { batch: 1, maxAge: 0 })
  for (const [id, version] of [
    ['a', 0],
    ['b', 0],
    ['c', 1],
  ] as const)
    take(turn(id, version))
  await idle()
  t.is(batches.length, 2)
  const full = scriptedTrainer(always, { batch: 1, maxWaiting: 1, maxAge: 9 })
  for (const id of ['a', 'b', 'c']) full.take(turn(id))
  await full.idle()
  t.is(full.batches.length, 1)
})

test('a judge that fails gives no reward, and says why', async t => {
  const { take, idle, written } = scriptedTrainer({}, { judge: () => Promise.reject(new Error('too long')) })
  take(turn('a'))
  await idle()
  t.like(written[0], { kind: 'judged', reward: 0, fault: 'too long' })
})

test('a turn is complete once the next request of its session comes, with all that was read before it', async t => {
  const completed: CompletedTurn[] = []
  const { ask } = scriptedGateway({ answer: at => `go to desk ${at + 1}`, onCompleted: turn => completed.push(turn) })
  const path = '/v1/chat/completions'
  const said = (at: number) => ({ role: 'assistant', content: words.decode(writes(`go to desk ${at + 1}`)) })
  const look = { role: 'user', content: 'look' }
  await ask({ path, body: { messages: [look] } })
  t.deepEqual(completed, [])
  const second = { path, body: { messages: [look, said(0), { role: 'user', content: 'Nothing happens.' }] } }
  await ask(second)
  await ask(second)
  t.like(completed, { length: 1 })
  t.like(completed[0], {
    ...{ prompt: [...words.encode('look'), words.id('<act>')], answer: [...writes('go to desk 1')], version: 3 },
    ...{ opening: 'look', steps: [{ action: 'go to desk 1', observation: 'Nothing happens.' }] },
  })
  await ask({ path, body: { messages: [look] }, headers: { 'x-train': 'no' } })
  await ask({ path, body: { messages: [look, said(3), look] } })
  t.is(completed.length, 1)
})
