/** What a session keeps, whatever is sent and lost: all in order until it ends, and an end that is told to both. */
import test from 'ava'
import fc from 'fast-check'
import { frameBytes, frameOf, type SessionFrame } from '../../src/runtime/machines/frames.ts'
import { openFrameSession, type FrameSession, type SessionEnd } from '../../src/runtime/machines/session.ts'
import { virtualClock, type VirtualClock } from '../../src/runtime/virtual/clock.ts'
import { awakeTime } from '../../src/runtime/waiting/awake-time.ts'
import { tick } from '../../src/streams/tick.ts'
import { sleepyClock } from '../runtime/waiting/sleepy-clock.ts'
import { memoryBus, type MemoryBus } from './memory-bus.ts'

interface End {
  readonly session: FrameSession<unknown>
  readonly received: unknown[]
  readonly ends: SessionEnd[]
}

function pair(
  bus: MemoryBus,
  { scheduler }: Pick<VirtualClock, 'scheduler'> = virtualClock(),
  now = () => scheduler.now(),
): readonly [End, End] {
  const end = (out: string, into: string, waits: boolean): End => {
    const received: unknown[] = []
    const ends: SessionEnd[] = []
    const session = openFrameSession({
      ...{ bus, out, into, waits, scheduler, now },
      received: message => {
        if (message === 'wrong') throw new TypeError('it is wrong')
        received.push(message)
      },
      ended: how => ends.push(how),
    })
    return { session, received, ends }
  }
  const run = end('down', 'up', true)
  return [run, end('up', 'down', false)]
}

const data = fc.oneof(
  fc.string(),
  fc.uint8Array({ maxLength: 3_000 }),
  fc.record({ rows: fc.array(fc.float32Array({ maxLength: 50 }), { maxLength: 5 }), id: fc.integer() }),
)
const small = 700

test('messages arrive whole, once and in order, in pieces where they are large', async t => {
  await fc.assert(
    fc.asyncProperty(fc.array(data, { maxLength: 20 }), fc.array(data, { maxLength: 20 }), async (down, up) => {
      const [run, worker] = pair(memoryBus(() => false, small))
      for (const message of down) run.session.send(message)
      for (const message of up) worker.session.send(message)
      await tick()
      t.deepEqual([worker.received, run.received], [down, up])
      t.deepEqual([...run.ends, ...worker.ends], [])
    }),
    { numRuns: 50 },
  )
})

test('a typed array is alone in its buffer at the other end', async t => {
  const [run, worker] = pair(memoryBus())
  run.session.send({ one: new Float32Array([1, 2]), other: new Uint8Array(new ArrayBuffer(64), 8, 3) })
  await tick()
  const [{ one, other }] = worker.received as [{ one: Float32Array; other: Uint8Array }]
  t.deepEqual([one.buffer.byteLength, other.buffer.byteLength, other.byteOffset], [8, 64, 8])
})

test('after a lost frame nothing more arrives: what came is a beginning of what was sent, and both ends are told', async t => {
  const numbers = Array.from({ length: 30 }, (_, index) => index)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 25 }), async nth => {
      const clock = virtualClock()
      let seen = 0
      const bus = memoryBus(subject => subject === 'down' && (seen += 1) === nth)
      const [run, worker] = pair(bus, clock)
      await tick()
      for (const number of numbers) run.session.send(number)
      await tick()
      clock.advanceTo(1_000)
      await tick()
      t.deepEqual(worker.received, numbers.slice(0, worker.received.length))
      t.true(worker.received.length < numbers.length)
      t.is(worker.ends[0]?.cause, 'link-lost')
      t.is(run.ends.length, 1)
    }),
    { numRuns: 25 },
  )
})

test('what is no frame, and what is no message, ends its session and no other', async t => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async bytes => {
      fc.pre(frameOf(bytes)?.kind !== 'bye')
      const bus = memoryBus()
      const [run, worker] = pair(bus)
      await tick()
      bus.publish('up', bytes)
      await tick()
      t.is(run.ends[0]?.cause, 'link-lost')
      t.is(worker.ends[0]?.cause, 'closed')
    }),
    { numRuns: 50 },
  )
  const [run, worker] = pair(memoryBus())
  run.session.send('wrong')
  await tick()
  t.like(worker.ends, [{ cause: 'link-lost', reason: 'a message that is none came: it is wrong' }])
  t.is(run.ends.length, 1)
})

test('what cannot cross ends the session by name', async t => {
  const [run, worker] = pair(memoryBus())
  run.session.send({ shared: new SharedArrayBuffer(8) })
  await tick()
  t.regex(run.ends[0]?.reason ?? '', /^a message cannot go to another machine: .*SharedArrayBuffer/)
  t.is(worker.ends[0]?.cause, 'closed')
})

test('silence is the loss of the machine after 10 s, and a lost connection that of the link', async t => {
  const clock = virtualClock()
  const bus = memoryBus((_, index) => index > 6)
  const [run] = pair(bus, clock)
  for (let seconds = 1; seconds <= 10; seconds += 1) {
    await tick()
    clock.advanceTo(1_000 * seconds)
  }
  t.deepEqual(run.ends, [])
  for (let seconds = 11; seconds <= 15; seconds += 1) clock.advanceTo(1_000 * seconds)
  t.deepEqual(run.ends, [{ cause: 'machine-lost', reason: 'no sign of life for 10 s' }])

  const other = memoryBus()
  const ends = pair(other)
  other.cut('gone')
  for (const end of ends) t.deepEqual(end.ends, [{ cause: 'link-lost', reason: 'gone' }])
})

test('silence is told within 15 s by an end that is starved, and one that slept for long takes its own sleep for none', async t => {
  const clock = sleepyClock()
  const at = (): readonly [Pick<VirtualClock, 'scheduler'>, () => number] => [
    { scheduler: awakeTime(clock.real) },
    () => clock.real.now(),
  ]
  const [starved] = pair(
    memoryBus((_, index) => index > 1),
    ...at(),
  )
  const [slept] = pair(memoryBus(), ...at())
  for (let seconds = 1; seconds <= 15; seconds += 1) {
    await tick()
    clock.live(100)
    clock.sleep(900)
  }
  await tick()
  t.deepEqual(starved.ends, [{ cause: 'machine-lost', reason: 'no sign of life for 10 s' }])
  for (let sleeps = 1; sleeps <= 5; sleeps += 1) {
    clock.sleep(300_000)
    await tick()
    clock.live(1_000)
    await tick()
  }
  t.deepEqual(slept.ends, [])
})

test('no more than a window is under way, and all arrives', async t => {
  const bus = memoryBus()
  const [run, worker] = pair(bus)
  await tick()
  const large = new Uint8Array(3 * 2 ** 20)
  for (let count = 0; count < 8; count += 1) run.session.send(large)
  const underWay = bus.published
    .filter(({ subject }) => subject === 'down')
    .reduce((sum, { bytes }) => sum + bytes.length, 0)
  t.true(underWay <= 9 * 2 ** 20, `${underWay} bytes`)
  await tick()
  t.is(worker.received.length, 8)
})

test('a frame is read as it was written', t => {
  const frame: fc.Arbitrary<SessionFrame> = fc.record({
    kind: fc.constantFrom('beat' as const, 'part' as const, 'whole' as const, 'bye' as const),
    number: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    received: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    body: fc.uint8Array(),
  })
  fc.assert(fc.property(frame, each => t.deepEqual(frameOf(frameBytes(each)), each)))
})
