import test from 'ava'
import fc from 'fast-check'
import { wholeForm, formsOf } from '../../../src/gateway/history/form.ts'
import type { HistoryItem } from '../../../src/gateway/history/item.ts'
import { anyHistory } from './histories.ts'

test('the form of a beginning is that of the beginning alone', t => {
  fc.assert(
    fc.property(anyHistory, items => {
      t.deepEqual(
        formsOf(items),
        [...Array(items.length + 1).keys()].map(count => wholeForm(items.slice(0, count))),
      )
    }),
  )
})

test('what agents rewrite makes no difference: arguments, empty texts, media types, how texts are cut into blocks', t => {
  const rewritten = (item: HistoryItem): readonly HistoryItem[] => {
    if (item.kind === 'call') return [{ ...item, arguments: '{}' }]
    if (item.kind === 'image') return [{ ...item, url: item.url.replace('image/png', 'image/jpeg') }]
    if (item.kind === 'result') return [item]
    const half = Math.floor(item.text.length / 2)
    return [
      { ...item, text: item.text.slice(0, half) },
      { kind: item.kind, text: item.text.slice(half) },
    ]
  }
  fc.assert(fc.property(anyHistory, items => t.is(wholeForm(items.flatMap(rewritten)), wholeForm(items))))
})

test('the steps of a run may be merged: texts, then calls, then results', t => {
  const place = { assistant: 0, call: 1, result: 2, user: 3, image: 3 }
  const run = anyHistory.map(items => items.filter(({ kind }) => place[kind] < 3))
  fc.assert(
    fc.property(anyHistory, run, (before, items) => {
      const merged = items.toSorted((a, b) => place[a.kind] - place[b.kind])
      t.is(wholeForm([...before, ...merged]), wholeForm([...before, ...items]))
    }),
  )
})

test('what was said does make a difference', t => {
  const forms = [
    [user('a')],
    [user('b')],
    [user('a'), said('b')],
    [user('ab')],
    [said('a'), user('b')],
    [user('a'), said('b'), user('')],
    [user('a'), said('b'), user('c'), said('d')],
    [user('ac'), said('bd')],
    [user('a'), call('1', 'look')],
    [user('a'), call('2', 'look')],
    [user('a'), call('1', 'take')],
    [user('a'), call('1', 'look'), result('1', 'x')],
    [user('a'), call('1', 'look'), result('1', 'y')],
    [user('a'), { kind: 'image', url: 'data:image/png;base64,AAAA' } as const],
    [user('a'), { kind: 'image', url: 'data:image/png;base64,AAAB' } as const],
  ].map(wholeForm)
  t.is(new Set(forms).size, forms.length)
})

test('calls made twice are not those made once, and a thousand come in any order', t => {
  const calls = Array.from({ length: 1000 }, (_, at) => call(`${at}`, 'look'))
  const last = call('999', 'look')
  t.is(wholeForm([user('a'), ...calls.toReversed()]), wholeForm([user('a'), ...calls]))
  t.not(wholeForm([user('a'), ...calls, last]), wholeForm([user('a'), ...calls]))
  t.not(wholeForm([user('a'), ...calls, last, last]), wholeForm([user('a'), ...calls]))
})

test('an item is read as often as any other, however many come before and after it', t => {
  const readsOf = (count: number): number => {
    let reads = 0
    const counted = (item: HistoryItem): HistoryItem =>
      new Proxy(item, {
        get: (target, name) => {
          reads += 1
          return Reflect.get(target, name) as unknown
        },
      })
    const steps = Array.from({ length: count }, (_, at) => [call(`${at}`, 'look'), result(`${at}`, 'a mug')])
    t.is(formsOf(steps.flat().map(counted)).length, 2 * count + 1)
    return reads
  }
  t.is(readsOf(3000), 100 * readsOf(30))
})

const user = (text: string): HistoryItem => ({ kind: 'user', text })
const said = (text: string): HistoryItem => ({ kind: 'assistant', text })
const call = (id: string, name: string): HistoryItem => ({ kind: 'call', id, name, arguments: '{}' })
const result = (id: string, text: string): HistoryItem => ({ kind: 'result', id, text })
