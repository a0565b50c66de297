import test from 'ava'
import type { ToTrainer } from '../../../src/contracts/messages/calls.ts'
import type { ForwardBackwardCall, ForwardBackwardReply } from '../../../src/contracts/messages/gpu.ts'
import type { AnswerTo } from '../../../src/runtime/system-interface.ts'
import fc from 'fast-check'
import { VirtualTimeScheduler } from 'rxjs'
import type { Addressed } from '../../../src/contracts/actor.ts'
import type { Failure } from '../../../src/contracts/failure.ts'
import { FailedError } from '../../../src/runtime/errors/failed-error.ts'
import { createAsks, type Question } from '../../../src/runtime/waiting/asks.ts'

interface Reply extends Addressed {
  readonly id: string
  readonly failure?: Failure
}

const question = (to: string, id: string): Question<Addressed> => ({ to, from: 'trainer', kind: 'count', id })
const reply = (from: string, id: string): Reply => ({ to: 'trainer', from, kind: 'counted', id })
const noSend = (): void => {}

type Happening =
  | { readonly kind: 'ask' | 'answer'; readonly to: string; readonly id: string }
  | { readonly kind: 'end'; readonly to: string }
  | { readonly kind: 'wait'; readonly ms: number }

const actor = fc.constantFrom('a', 'b')
const id = fc.constantFrom('1', '2', '3')
const happenings: fc.Arbitrary<readonly Happening[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('ask' as const), to: actor, id }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('answer' as const), to: actor, id }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const), to: actor }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(2_000) }) },
  ),
  { maxLength: 40 },
)

test('every question is settled once: by an answer to it, by the end of whom it asked, or by its deadline', async t => {
  await fc.assert(
    fc.asyncProperty(happenings, async plan => {
      const scheduler = new VirtualTimeScheduler()
      const { ask, take, ended } = createAsks<Reply>(scheduler)
      /* The model: the open questions, oldest first, and how each must end. */
      const open: { readonly name: string; readonly dueMs: number; readonly index: number }[] = []
      const expected: string[] = []
      const found: Promise<string>[] = []
      const close = (pick: (name: string, dueMs: number, index: number) => boolean, as: string): void => {
        for (const asked of [...open]) {
          if (!pick(asked.name, asked.dueMs, asked.index)) continue
          open.splice(open.indexOf(asked), 1)
          expected[asked.index] = as
        }
      }
      const wait = (ms: number): void => {
        scheduler.maxFrames = scheduler.frame + ms
        scheduler.schedule(noSend, ms)
        scheduler.flush()
        close((_, dueMs) => dueMs <= scheduler.frame, 'crashed')
      }
      for (const happening of plan) {
        if (happening.kind === 'wait') wait(happening.ms)
        else if (happening.kind === 'end') {
          ended(happening.to)
          close(name => name.startsWith(happening.to), 'stopped')
        } else if (happening.kind === 'ask') {
          const { to, id } = happening
          open.push({ name: `${to}${id}`, dueMs: scheduler.frame + 1_000, index: found.length })
          found.push(
            ask(question(to, id), noSend, { deadlineMs: 1_000 }).then(
              ({ from, id }) => `${from}${id}`,
              (error: unknown) => (error instanceof FailedError ? error.failure.kind : 'something else'),
            ),
          )
        } else {
          const name = `${happening.to}${happening.id}`
          const asked = open.find(each => each.name === name)
          t.is(take(reply(happening.to, happening.id)), asked !== undefined)
          close((_, __, index) => index === asked?.index, name)
        }
      }
      wait(10_000)
      t.deepEqual(await Promise.all(found), expected)
      t.false(take(reply('a', '1')))
    }),
  )
})

test('a refusal is thrown with its failure, and so is what sending threw', async t => {
  const { ask, take } = createAsks<Reply>(new VirtualTimeScheduler())
  const refused = ask(question('gpu', '1'), noSend, {})
  const failure: Failure = { kind: 'invalid', reason: 'unknown model x' }
  t.true(take({ ...reply('gpu', '1'), kind: 'failed', failure }))
  t.deepEqual((await t.throwsAsync(refused, { instanceOf: FailedError }))?.failure, failure)
  const unsent = ask(
    question('gpu', '2'),
    () => {
      throw new RangeError('no such address')
    },
    {},
  )
  await t.throwsAsync(unsent, { instanceOf: RangeError })
  t.false(take(reply('gpu', '2')))
})

test('the deadline names who was asked for what', async t => {
  const scheduler = new VirtualTimeScheduler()
  const late = createAsks<Reply>(scheduler).ask(question('gpu', '7'), noSend, {})
  scheduler.flush()
  t.is(scheduler.now(), 5_000)
  await t.throwsAsync(late, { message: "gpu crashed: no answer to count '7' within 5000 ms" })
})

test('the type of an answer follows from its question', t => {
  type Note = { readonly to: string; readonly from: string; readonly kind: 'note' }
  const kinds: [
    AnswerTo<ForwardBackwardCall, ToTrainer>['kind'],
    AnswerTo<ForwardBackwardCall, Note>['kind'],
    AnswerTo<Note, Note>['kind'],
  ] = ['forward-backward-done', 'note', 'note']
  const known: ForwardBackwardReply['kind'] = kinds[0]
  t.is(known, kinds[0])
})
