/** What of offers counts, whatever is late and lost: nothing that was said before its worker was gone. */
import test from 'ava'
import fc from 'fast-check'
import { Subject } from 'rxjs'
import { believeOffers } from '../../src/runtime/machines/believed-offers.ts'
import { busSubjects } from '../../src/runtime/machines/bus.ts'
import type { Offer } from '../../src/runtime/machines/offer.ts'
import { virtualClock } from '../../src/runtime/virtual/clock.ts'

const like = { has: [], packages: {}, slots: 1, cores: 1, memoryMb: 1, format: 15, makesRuns: false, leaving: false }
const names = ['a', 'b'] as const

/** A run, and workers of whose messages each waits to be delivered; in an offer `taken` counts all offers of all workers. */
function stage() {
  const clock = virtualClock()
  const lost = new Subject<string>()
  const questions = new Map<string, Uint8Array[]>(names.map(name => [name, []]))
  const said = new Map<string, Offer[]>(names.map(name => [name, []]))
  let hear = (_bytes: Uint8Array): void => {}
  let count = 0
  const offers = believeOffers({
    bus: {
      ...{ maxBytes: 2 ** 20, lost, close: () => Promise.resolve() },
      publish: (subject, bytes) => {
        for (const name of names)
          if ([busSubjects.who, busSubjects.question(name)].includes(subject)) questions.get(name)?.push(bytes)
      },
      subscribe: (_subject, receive) => {
        hear = receive
        return () => {}
      },
    },
    scheduler: clock.scheduler,
    heard: () => {},
  })
  const say = (name: string, answers = ''): void => {
    said.get(name)?.push({ ...like, worker: name, instance: name, answers, taken: count })
    count += 1
  }
  return {
    offers,
    count: () => count,
    act: {
      say,
      answer: (name: string): void => {
        const question = questions.get(name)?.shift()
        if (question !== undefined) say(name, Buffer.from(question).toString())
      },
      deliver: (name: string): void => {
        const offer = said.get(name)?.shift()
        if (offer !== undefined) hear(Buffer.from(JSON.stringify(offer)))
      },
      lose: (name: string): void => {
        said.get(name)?.shift()
        questions.get(name)?.shift()
      },
      drop: offers.drop,
      cut: (): void => lost.next('gone'),
      wait: (): void => clock.advanceTo(clock.scheduler.now() + 1_500),
    },
  }
}

const act = fc.record({
  name: fc.constantFrom(...names),
  kind: fc.constantFrom(
    'say',
    'say',
    'answer',
    'answer',
    'deliver',
    'deliver',
    'deliver',
    'lose',
    'drop',
    'cut',
    'wait',
  ),
} as const)

test('no offer counts that was said before its worker was lost or silent, and in the end that of each worker does', t => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60, size: 'max' }), acts => {
      const { offers, count, act } = stage()
      const goneAt = new Map<string, number>()
      let before: readonly string[] = []
      for (const { name, kind } of acts) {
        act[kind](name)
        const current = offers.current()
        const now = current.map(({ instance }) => instance)
        for (const each of names)
          if (kind === 'cut' || (kind === 'drop' && each === name) || (before.includes(each) && !now.includes(each)))
            goneAt.set(each, count())
        for (const { instance, taken } of current) t.true(taken >= (goneAt.get(instance) ?? 0))
        before = now
      }
      const deliverAll = (): void => {
        for (const name of names)
          for (let left = 0; left < 200; left += 1) {
            act.answer(name)
            act.deliver(name)
          }
      }
      deliverAll()
      for (const name of names) act.say(name)
      deliverAll()
      t.deepEqual(
        offers
          .current()
          .map(({ instance }) => instance)
          .sort(),
        [...names],
      )
    }),
    { numRuns: 500 },
  )
})

test('an offer that was under way when its worker was lost is answered by a question, and counts for nothing', t => {
  const { offers, act } = stage()
  const taken = (): readonly number[] => offers.current().map(offer => offer.taken)
  act.answer('a')
  act.deliver('a')
  t.deepEqual(taken(), [0])
  act.say('a')
  offers.drop('a')
  act.deliver('a')
  t.deepEqual(taken(), [])
  act.answer('a')
  act.deliver('a')
  t.deepEqual(taken(), [2])
})
