/** Commands, replies and events over two streams, however these are cut. */
import { PassThrough } from 'node:stream'
import test from 'ava'
import fc from 'fast-check'
import { BrowserError } from '../../src/browser/process/browser-error.ts'
import { openWire, type BrowserEvent } from '../../src/browser/process/wire.ts'
import { anyText } from '../fixtures/any-text.ts'

function opened() {
  const [commands, replies] = [new PassThrough(), new PassThrough()]
  const wire = openWire(commands, replies)
  const sent = (): unknown[] =>
    String(commands.read() ?? '')
      .split('\0')
      .slice(0, -1)
      .map(text => JSON.parse(text))
  const answer = (...messages: object[]) =>
    replies.write(messages.map(message => `${JSON.stringify(message)}\0`).join(''))
  return { wire, replies, sent, answer }
}

test('replies find their commands, in any order, and refusals too', async t => {
  const { wire, sent, answer } = opened()
  const first = wire.send('', 'Browser.getVersion', {})
  const second = wire.send('s', 'Page.navigate', { url: 'x' })
  t.deepEqual(sent(), [
    { id: 1, method: 'Browser.getVersion', params: {} },
    { id: 2, method: 'Page.navigate', params: { url: 'x' }, sessionId: 's' },
  ])
  answer({ id: 2, error: { message: 'no such page' } }, { id: 1, result: { product: 'Ü' } }, { id: 9, result: {} })
  t.deepEqual(await first, { product: 'Ü' })
  t.like(await t.throwsAsync(second, { instanceOf: BrowserError }), { kind: 'refused', message: 'no such page' })
})

test('messages arrive whole, wherever the stream is cut', t => {
  fc.assert(
    fc.property(fc.array(anyText(), { minLength: 1 }), fc.array(fc.nat(400)), (texts, cuts) => {
      const { wire, replies } = opened()
      const came: unknown[] = []
      wire.listen('', { onEvent: ({ params }: BrowserEvent) => came.push(params), onLost: () => {} })
      const bytes = Buffer.from(texts.map(params => `${JSON.stringify({ method: 'm', params })}\0`).join(''))
      const places = [0, ...cuts.map(cut => cut % bytes.length).sort((a, b) => a - b), bytes.length]
      places.slice(1).forEach((end, index) => replies.emit('data', bytes.subarray(places[index], end)))
      t.deepEqual(
        came,
        texts.map(text => JSON.parse(JSON.stringify(text))),
      )
    }),
    { numRuns: 50 },
  )
})

test('what waits for a session that is gone is lost; the rest goes on', async t => {
  const { wire, answer } = opened()
  const lost: string[] = []
  wire.listen('gone', { onEvent: () => {}, onLost: ({ message }) => lost.push(message) })
  const [dead, alive] = [wire.send('gone', 'a', {}), wire.send('here', 'b', {})]
  wire.forget('gone', 'the page has crashed')
  t.like(await t.throwsAsync(dead), { kind: 'lost', message: 'the page has crashed' })
  answer({ id: 2, result: 1 })
  t.is(await alive, 1)
  t.deepEqual(lost, ['the page has crashed'])
})

test('a browser that has ended answers nothing any more', async t => {
  const { wire } = opened()
  const waiting = wire.send('s', 'a', {})
  wire.close('the browser has ended')
  wire.close('twice')
  for (const each of [waiting, wire.send('', 'b', {})])
    t.like(await t.throwsAsync(each), { kind: 'lost', message: 'the browser has ended' })
})
