import test from 'ava'
import fc from 'fast-check'
import { addresses } from '../../../../src/contracts/addresses.ts'
import { adapterName } from '../../../../src/curriculum/messages.ts'
import type { ToTrainer } from '../../../../src/contracts/messages/calls.ts'
import { emptyMemory, learn } from '../../../../src/curriculum/edit-memory.ts'
import {
  afterAnswer,
  changesSince,
  emptyLog,
  recorded,
  pendingMessages as resent,
  withdrawn,
  type MessageLog,
} from '../../../../src/run/actors/recovery/message-log.ts'
import { adapterRecovery } from '../../../../src/curriculum/adapter-actor.ts'
import { engineRecovery } from '../../../../src/run/actors/recovery/records/engine.ts'
import { nth } from '../../../../src/math/nth.ts'
import type { Logged } from '../usual-actors.ts'
import { doneOf, memoryOf, usualTraits } from '../stage.ts'

type Answer = Extract<ToTrainer, { readonly id: string }>
const record = (log: MessageLog, message: Logged): MessageLog => recorded(engineRecovery, log, message)
const answer = (log: MessageLog, reply: Answer): MessageLog => afterAnswer(engineRecovery, log, reply)
/** All that was recorded here is among these messages. */
const pending = (log: MessageLog): readonly Logged[] => resent(log) as readonly Logged[]

const toGpu = { to: addresses.gpu, from: addresses.trainer } as const
const back = { to: addresses.trainer, from: addresses.gpu } as const
const options = { learningRate: 1, clipNorm: 1, beta1: 0, beta2: 0, epsilon: 1, weightDecay: 0 }

/** One model of a device as a list of what was done to it; the sent number stands for its content. */
interface Device {
  readonly done: readonly number[]
  readonly begun: readonly number[]
}

/** What a message does to its model, and what it is answered by. */
function act({ done, begun }: Device, message: Logged): readonly [Device, Answer | null] {
  switch (message.kind) {
    case 'load':
      return [
        { done: [...doneOf(message.reference)], begun: [] },
        { kind: 'loaded', ...back, id: message.id, ...usualTraits },
      ]
    case 'forward-backward': {
      const sums = {
        spans: 0,
        tokens: 0,
        loss: done.length,
        weight: begun.length,
        kl: 0,
        clipped: 0,
        entropy: 0,
        read: 0,
        padding: 0,
      }
      const number = nth(nth(message.examples, 0).sequence.tokens, 0)
      return [
        { done, begun: [...begun, number] },
        { kind: 'forward-backward-done', ...back, id: message.id, sums },
      ]
    }
    case 'optim-step':
      return [
        { done: [...done, ...begun, -1], begun: [] },
        { kind: 'optim-step-done', ...back, id: message.id, updated: { step: done.length, gradientNorm: 0 } },
      ]
    case 'snapshot':
      return [
        { done, begun },
        { kind: 'snapshot-done', ...back, id: message.id, model: message.model, reference: memoryOf(done) },
      ]
    case 'logprobs':
      return [
        { done, begun },
        { kind: 'logprobs-done', ...back, id: message.id, logprobs: [Float32Array.from(done)] },
      ]
    default:
      return [{ done, begun }, null]
  }
}

const messageOf = (kind: string, model: string, number: number): Logged => {
  const named = { ...toGpu, id: `call/${number}`, model }
  switch (kind) {
    case 'forward-backward': {
      const examples = [{ sequence: { tokens: Int32Array.of(number) }, spans: [] }]
      return { ...named, kind, examples, objective: { kind: 'cross-entropy' } }
    }
    case 'optim-step':
      return { ...named, kind, options }
    case 'snapshot':
      return { ...named, kind }
    case 'release':
      return { ...toGpu, kind, model, sequenceIds: [`prompt ${number}`] }
    default:
      return { ...named, kind: 'logprobs', sequences: [] }
  }
}

const models = ['a', 'b'] as const
const begin = models.reduce<MessageLog>((log, model, index) => {
  const id = `load/${model}`
  const asked = record(log, { ...toGpu, kind: 'load', id, model, reference: memoryOf([index]) })
  return answer(asked, { kind: 'loaded', ...back, id, ...usualTraits })
}, emptyLog)
const asked = fc.array(
  fc.tuple(
    fc.constantFrom('forward-backward', 'optim-step', 'snapshot', 'logprobs', 'release'),
    fc.constantFrom(...models),
  ),
  {
    minLength: 1,
    maxLength: 20,
  },
)

/** A device after these messages, from nothing, and what it answered. */
const after = (messages: readonly Logged[]): readonly [Record<string, Device>, readonly Answer[]] => {
  const devices: Record<string, Device> = {}
  const answers: Answer[] = []
  for (const message of messages) {
    if (!('model' in message)) continue
    const [device, answer] = act(devices[message.model] ?? { done: [], begun: [] }, message)
    devices[message.model] = device
    if (answer !== null) answers.push(answer)
  }
  return [devices, answers]
}

test('whatever was answered when the device died, the log brings the next one to where it would be, with the same answers', t => {
  fc.assert(
    fc.property(asked, fc.array(fc.nat(6), { maxLength: 4 }), (kinds, lives) => {
      const messages = kinds.map(([kind, model], index) => messageOf(kind, model, index + 1))
      const [unbroken, answers] = after([...pending(begin), ...messages])
      let log = messages.reduce(record, begin)
      const got = new Map<string, Answer>()
      /* Each life answers some of what it is sent; the last one all. */
      for (const most of [...lives, Infinity]) {
        const [devices, replies] = after(pending(log))
        if (most === Infinity) t.deepEqual(devices, unbroken)
        for (const reply of replies.slice(0, most)) {
          if (!got.has(reply.id)) got.set(reply.id, reply)
          log = answer(log, reply)
        }
      }
      for (const answer of answers.slice(2)) t.deepEqual(got.get(answer.id), answer)
      t.deepEqual(after(pending(log))[0], unbroken, 'and once more, from what is left of the log')
      t.false(
        pending(log).some(({ kind }) => kind === 'logprobs' || kind === 'release'),
        'which holds changes alone',
      )
    }),
  )
})

test('a state that was told stands for all that led to it, but not for gradients that no update has used', t => {
  const kinds = ['forward-backward', 'optim-step', 'forward-backward', 'snapshot', 'optim-step'] as const
  const messages = kinds.map((kind, index) => messageOf(kind, 'a', index + 1))
  const [, replies] = after([...pending(begin), ...messages])
  const log = replies.reduce(answer, messages.reduce(record, begin))
  t.deepEqual(
    pending(log).map(message => `${message.kind} ${'id' in message ? message.id : ''}`),
    ['load load/b', 'load call/4', 'forward-backward call/3', 'optim-step call/5'],
  )
  t.is(changesSince(engineRecovery, log, { model: 'a' }), 3)
  t.is(changesSince(engineRecovery, log, { model: 'b' }), 1)
})

test('of a part that outlives the actor nothing that was answered is sent again, and a state that it told does not take its place', t => {
  const durable = { ...usualTraits, durable: true }
  const id = 'load/a'
  const asked = record(emptyLog, { ...toGpu, kind: 'load', id, model: 'a', reference: memoryOf([1]) })
  t.deepEqual(pending(asked), [asked[0]?.message])
  let log = answer(asked, { kind: 'loaded', ...back, id, ...durable })
  t.deepEqual(pending(log), [])
  const kinds = ['forward-backward', 'optim-step', 'snapshot', 'forward-backward', 'optim-step'] as const
  const messages = kinds.map((kind, index) => messageOf(kind, 'a', index + 1))
  log = messages.reduce(record, log)
  const [, replies] = after(messages)
  for (const reply of replies.slice(0, 4)) log = answer(log, reply)
  t.deepEqual(pending(log), messages.slice(4))
  log = answer(log, { kind: 'failed', ...back, id: 'call/5', failure: { kind: 'invalid', reason: '' } })
  t.deepEqual(pending(log), [])
  t.true(changesSince(engineRecovery, log, { model: 'a' }) <= 1, 'nobody asks for its state')
  const other = begin.reduce<MessageLog>((all, entry) => [...all, entry], log)
  t.is(pending(other).length, models.length, 'another part is sent as ever')
  const again = record(log, { ...toGpu, kind: 'load', id: 'load/2', model: 'a', reference: memoryOf([2]) })
  const replaced = answer(again, { kind: 'loaded', ...back, id: 'load/2', ...usualTraits })
  t.deepEqual(
    pending(answer(record(replaced, nth(messages, 1)), nth(replies, 1))).map(({ kind }) => kind),
    ['load', 'optim-step'],
    'a part that does not any more is sent as ever',
  )
})

test('what failed has changed nothing; what could not be sent was never asked', t => {
  const update = messageOf('optim-step', 'a', 1)
  const log = record(begin, update)
  const failure = { kind: 'invalid', reason: 'nothing accumulated' } as const
  t.deepEqual(answer(log, { kind: 'failed', ...back, id: 'call/1', failure }), begin)
  t.deepEqual(withdrawn(log, update), begin)
  t.is(answer(log, { kind: 'failed', ...back, id: 'call/2', failure }), log, 'an answer to nothing')
})

test('the memory of the adapter as it was recalled, and every decision since', t => {
  const toAdapter = { to: adapterName, from: addresses.trainer } as const
  const decision = { direction: 'harder', edit: 'less time', complaint: null, accepted: true } as const
  const settled: Logged = { ...toAdapter, kind: 'proposal-outcome', ...decision }
  const recall: Logged = { ...toAdapter, kind: 'get-state', id: 'call/1' }
  const memory = learn(emptyMemory, decision)
  const log = [settled, recall, settled].reduce<MessageLog>(
    (log, each) => recorded(adapterRecovery, log, each),
    emptyLog,
  )
  t.deepEqual(pending(log), [settled, recall, settled])
  const reply: Answer = { kind: 'state', to: 'trainer', from: 'adapter', id: 'call/1', memory }
  const told = afterAnswer(adapterRecovery, log, reply)
  t.deepEqual(pending(told), [{ ...toAdapter, kind: 'set-state', id: 'call/1', memory }, settled])
})
