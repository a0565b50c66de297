import test from 'ava'
import fc from 'fast-check'
import type { LinkOptions } from '../../../src/runtime/wires/link-options.ts'
import { channel } from '../../../src/runtime/wires/channel.ts'
import { linksOf, neighboursOf, wire, type Edges } from '../../../src/runtime/wires/wiring.ts'
import type { Frame, Wire } from '../../../src/runtime/wires/wire.ts'

const names = ['a', 'b', 'c', 'd']
const pairs: readonly (readonly [string, string])[] = [
  ['a', 'b'],
  ['a', 'c'],
  ['a', 'd'],
  ['b', 'c'],
  ['b', 'd'],
  ['c', 'd'],
]
const edges = fc.subarray([...pairs]).chain(kept => fc.tuple(...kept.map(([a, b]) => fc.constantFrom([a, b], [b, a]))))
const plain = (neighbours: ReadonlyMap<string, ReadonlySet<string>>) =>
  Object.fromEntries([...neighbours].map(([name, others]) => [name, [...others].sort()]))

/** Nothing crosses it: only which end is whose is asked. */
class End implements Wire {
  readonly joins: string
  constructor(joins: string) {
    this.joins = joins
  }
  postMessage(_frame: Frame): void {}
  on(): void {}
  once(): void {}
  close(): void {}
}

test('without edges everybody speaks with everybody else; with them only whom they join, both ways', t => {
  t.deepEqual(plain(neighboursOf(['a', 'b', 'c'])), { a: ['b', 'c'], b: ['a', 'c'], c: ['a', 'b'] })
  t.deepEqual(plain(neighboursOf(['a', 'b', 'c'], [['c', 'a']])), { a: ['c'], b: [], c: ['a'] })
  t.deepEqual(plain(neighboursOf([])), {})
})

test('two that speak with each other hold the two ends of one channel, and nobody holds another', t => {
  fc.assert(
    fc.property(edges, joined => {
      const made: string[] = []
      const ports = wire(neighboursOf(names, joined as unknown as Edges), (a, b) => {
        made.push([a, b].sort().join(''))
        return [new End(`${a} at ${b}`), new End(`${b} at ${a}`)] as const
      })
      t.deepEqual(made.sort(), joined.map(edge => [...edge].sort().join('')).sort())
      for (const name of names)
        for (const other of names) {
          const speaks = joined.some(edge => edge.includes(name) && edge.includes(other) && name !== other)
          t.is(ports.get(name)?.[other]?.joins, speaks ? `${name} at ${other}` : undefined)
        }
    }),
  )
})

test('the options of an edge hold at both its ends, and nowhere else', t => {
  const common: LinkOptions = { window: 8 }
  const own: LinkOptions = { window: 2, overflow: 'wait' }
  const of = linksOf(common, [
    ['a', 'b', own],
    ['b', 'c'],
  ])
  t.deepEqual(of('a'), { window: 8, peers: { b: own } })
  t.deepEqual(of('b'), { window: 8, peers: { a: own } })
  t.deepEqual(of('c'), { window: 8, peers: {} })
  t.deepEqual(linksOf(common)('a'), { window: 8, peers: {} })
})

test('the ends of a channel are joined', async t => {
  const [here, there] = channel()
  t.teardown(() => here.close())
  const heard = new Promise(resolve => there.once('message', resolve))
  here.postMessage('word')
  t.is(await heard, 'word')
})

test('addresses that are the same, and edges that join nothing, are refused by name', t => {
  const refused = (run: () => unknown, message: RegExp) => t.throws(run, { instanceOf: RangeError, message })
  refused(() => neighboursOf(['a', 'b', 'a']), /addresses must differ, got a, b, a/)
  refused(() => neighboursOf(['a', 'b'], [['a', 'x']]), /an edge must join two of a, b, got a and x/)
  refused(() => neighboursOf(['a', 'b'], [['x', 'b']]), /an edge must join two of a, b, got x and b/)
  refused(() => neighboursOf(['a', 'b'], [['a', 'a']]), /an edge must join two of a, b, got a and a/)
})
