import test from 'ava'
import fc from 'fast-check'
import type { AnswerItem, HistoryItem, SentItem } from '../../../src/gateway/history/item.ts'
import { createTurnIndex, type TurnIndex } from '../../../src/gateway/history/turn-index.ts'
import type { Delivery, PlacedRequest, TurnPlace } from '../../../src/gateway/history/turn.ts'
import { nth } from '../../../src/math/nth.ts'

/** A forest that grows: each number chooses what is gone on from, a turn that is there or none. */
const growth = fc.array(fc.record({ from: fc.nat(), asked: fc.constantFrom('go', 'and now?', '') }), { maxLength: 25 })

test('however equal their texts are, requests go on from the turn whose answer they send back', t => {
  fc.assert(
    fc.property(growth, fc.boolean(), (steps, areCalls) => {
      const index = createTurnIndex()
      const histories: (readonly HistoryItem[])[] = []
      for (const [at, { from, asked }] of steps.entries()) {
        const parent = from % (at + 1) === at ? null : from % (at + 1)
        const before = parent === null ? [] : nth(histories, parent)
        const items = [...before, user(asked)]
        const answer: readonly AnswerItem[] = areCalls ? [call(`call_${at}`)] : [said(`it is ${at}`)]
        const place = ask(index, `turn ${at}`, { items }, answer)
        t.is(place.parent, parent === null ? null : `turn ${parent}`)
        t.deepEqual(place.fresh, [user(asked)])
        t.is(
          place.branches,
          parent !== null &&
            steps.slice(0, at).some(({ from }, other) => from % (other + 1) === parent && parent !== other),
        )
        histories.push([...items, ...answer])
      }
    }),
  )
})

test('a request is the same turn again if its answer was lost, the client says so, or names the session', t => {
  const repeats = (first: Partial<PlacedRequest>, delivery: Delivery, again: Partial<PlacedRequest> = {}) => {
    const index = createTurnIndex()
    ask(index, 'first', { items: [user('go')], ...first }, [said('gone')], delivery)
    return index.place(request({ items: [user('go')], ...first, ...again })).repeats
  }
  t.is(repeats({}, 'cut'), 'first')
  t.is(repeats({}, 'failed'), 'first')
  t.is(repeats({}, 'whole', { isRetry: true }), 'first')
  t.is(repeats({ session: 's' }, 'whole'), 'first')
  t.is(repeats({}, 'whole'), null)
  t.is(repeats({ session: 's' }, 'whole', { session: 'other' }), null)
  t.is(repeats({}, 'failed', { body: 'another' }), null)
})

test('one that waits for its answer is repeated by a retry alone, and a repeat that waits is not repeated by others', t => {
  const index = createTurnIndex()
  const go = request({ items: [user('go')] })
  index.open('first', 'session', index.place(go), go)
  t.is(index.place(go).repeats, null)
  t.is(index.place({ ...go, isRetry: true }).repeats, 'first')
  index.settle('first', { items: [], delivery: 'failed', references: new Map() })
  t.is(index.place(go).repeats, 'first')
  index.mark('first', 'waiting')
  t.is(index.place(go).repeats, null)
})

test('a turn that was gone on from is asked again as a branch', t => {
  const index = createTurnIndex()
  ask(index, 'first', { items: [user('go')], session: 's' }, [said('gone')])
  ask(index, 'second', { items: [user('go'), said('gone'), user('and?')], session: 's' }, [said('there')])
  const again = index.place(request({ items: [user('go')], session: 's' }))
  t.like(again, { repeats: null, parent: null, session: 'first', branches: true })
})

test('a history that differs before its end goes on from the last turn before', t => {
  const index = createTurnIndex()
  ask(index, 'first', { items: [user('go')] }, [call('call_1')])
  const called = [user('go'), call('call_1'), result('call_1', 'a lamp')]
  ask(index, 'second', { items: called }, [said('a lamp')])
  const edited = index.place(request({ items: [...called, said('a big lamp'), user('and?')] }))
  t.like(edited, { parent: 'first', session: 'first', branches: true })
  t.deepEqual(edited.fresh, [result('call_1', 'a lamp'), said('a big lamp'), user('and?')])
})

test('a history that was compacted stays in the session of a call that it still has', t => {
  const index = createTurnIndex()
  ask(index, 'first', { items: [user('go')] }, [call('call_1')])
  const compacted = index.place(request({ items: [user('in short'), call('call_1'), result('call_1', 'a lamp')] }))
  t.like(compacted, { parent: null, session: 'first', branches: true })
})

test('the beginning of an answer is one that was cut, and of no other', t => {
  const held = (delivery: Delivery, text: string) => {
    const index = createTurnIndex()
    ask(index, 'first', { items: [user('go')] }, [said('gone there')], delivery)
    return index.place(request({ items: [user('go'), said(text), user('and?')], body: 'next' }))
  }
  t.like(held('cut', 'gone'), { parent: 'first', held: [said('gone')], fresh: [user('and?')], branches: false })
  t.is(held('cut', 'went').parent, null)
  t.is(held('whole', 'gone').parent, null)
  t.deepEqual(held('whole', 'gone there').held, [said('gone there')])
})

test('of equal turns, one of the same prompt is gone on from, and one that nothing follows', t => {
  const index = createTurnIndex()
  const next = [user('go'), said('gone'), user('and?')]
  for (const prompt of ['a', 'b', 'a'])
    ask(index, `${prompt} ${nextId()}`, { items: [user('go')], prompt }, [said('gone')])
  t.true(index.place(request({ items: next, prompt: 'b' })).parent?.startsWith('b'))
  const first = ask(index, 'one', { items: next, prompt: 'a' }, [said('there')]).parent
  const second = ask(index, 'two', { items: next, prompt: 'a' }, [said('there')]).parent
  t.deepEqual(new Set([first, second]).size, 2)
})

test('an answer can be referred to by its id, whole or in parts', t => {
  const index = createTurnIndex()
  const go = request({ items: [user('go')] })
  index.open('first', 'session', index.place(go), go)
  const references = new Map([
    ['resp_1', [said('gone')]],
    ['msg_1', [said('gone')]],
    ['rs_1', []],
  ])
  index.settle('first', { items: [said('gone')], delivery: 'whole', references })
  const linked = index.place(request({ items: [user('and?')], previous: 'resp_1' }))
  t.like(linked, { parent: 'first', fresh: [user('and?')], branches: false })
  const sent: readonly SentItem[] = [
    user('go'),
    { kind: 'reference', id: 'rs_1' },
    { kind: 'reference', id: 'msg_1' },
    user('and?'),
  ]
  t.like(index.place(request({ items: sent })), { parent: 'first', fresh: [user('and?')] })
  const unknown = { name: 'UnknownReference', message: 'there is no answer with the id "resp_2"' }
  t.throws(() => index.place(request({ previous: 'resp_2' })), unknown)
  t.throws(() => index.place(request({ items: [{ kind: 'reference', id: 'resp_2' }] })), unknown)
})

test('of a session that is forgotten nothing is found', t => {
  const index = createTurnIndex()
  ask(index, 'first', { items: [user('go')], session: 's' }, [call('call_1')], 'cut')
  index.forget('first')
  t.like(index.place(request({ items: [user('go')], session: 's' })), { repeats: null, session: null })
  const next = [user('go'), call('call_1'), result('call_1', 'a lamp')]
  t.like(index.place(request({ items: next })), { parent: null, session: null, branches: false })
  t.throws(() => index.mark('first', 'waiting'), { message: 'there is no turn first' })
})

/** Places a request in the session of its parent, else in one named for the turn, and answers it. */
function ask(
  index: TurnIndex,
  id: string,
  sent: Partial<PlacedRequest>,
  items: readonly AnswerItem[],
  delivery: Delivery = 'whole',
): TurnPlace {
  const asked = request(sent)
  const place = index.place(asked)
  index.open(id, place.session ?? id, place, asked)
  index.settle(id, { items, delivery, references: new Map() })
  return place
}

const request = (sent: Partial<PlacedRequest>): PlacedRequest => ({
  ...{ items: [], prompt: '', session: null, previous: null, isRetry: false },
  body: JSON.stringify(sent.items),
  ...sent,
})

let ids = 0
const nextId = (): number => (ids += 1)

const user = (text: string) => ({ kind: 'user', text }) as const
const said = (text: string) => ({ kind: 'assistant', text }) as const
const call = (id: string) => ({ kind: 'call', id, name: 'look', arguments: '{"at": 1.0}' }) as const
const result = (id: string, text: string) => ({ kind: 'result', id, text }) as const

test('a history of which nothing is known is not copied at each of its places', t => {
  let copies = 0
  class Counted<T> extends Array<T> {
    override slice(...range: Parameters<T[]['slice']>): T[] {
      copies += 1
      return super.slice(...range)
    }
  }
  const items = Counted.from({ length: 100 }, (_, at): HistoryItem => ({ kind: 'user', text: `${at}` }))
  const asked = { items, prompt: '', body: '', session: null, previous: null, isRetry: false }
  t.is(createTurnIndex().place(asked).parent, null)
  t.is(copies, 0)
})
