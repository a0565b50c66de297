/**
 * One end of a session between a run and a worker: whole messages over numbered frames. A gap, a frame that is none, silence or a lost
 * connection ends it for good; what belongs to it has died then, and another session begins anew.
 */
import { interval, type SchedulerLike } from '../../streams/rxjs.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { fifo } from '../../streams/fifo.ts'
import { awakeTime } from '../waiting/awake-time.ts'
import { now as realNow } from '../waiting/clock.ts'
import type { Bus } from './bus.ts'
import { bytesOf, frameBytes, frameOf, headBytes, valueOf, type FrameKind, type SessionFrame } from './frames.ts'

/** How a session ended. `closed`: by the will of one end. */
export interface SessionEnd {
  readonly cause: 'machine-lost' | 'link-lost' | 'closed'
  readonly reason: string
}

export interface FrameSession<Out> {
  /** Sends plain data that may go in pieces; what cannot go ends the session. Of no effect once it has ended. */
  readonly send: (message: Out) => void
  /** Ends it at both ends. */
  readonly close: (reason: string) => void
}

interface SessionOptions {
  readonly bus: Bus
  /** The busSubjects of the two ways. */
  readonly out: string
  readonly into: string
  /** Whether it is silent until the other end has spoken, which listens then. */
  readonly waits: boolean
  /** @throws if the message is none that may come: the session ends. */
  readonly received: (message: unknown) => void
  /** Called once. */
  readonly ended: (end: SessionEnd) => void
  readonly scheduler?: SchedulerLike
  /** Real time, ms. */
  readonly now?: () => number
}

/** Time between two signs of life, ms awake. */
const beatMs = 1_000
/** How long none may come, ms, of which two beats count between two looks: a starved end counts nearly all, one that slept little. */
const silentMs = 10_000

/** Most bytes that are sent and not yet received by the other end; a quarter of them is reported at once. */
const windowBytes = 8 * 2 ** 20
const frameLimit = 512 * 2 ** 10
/** Largest message, bytes. */
const messageLimit = 2 ** 30

const none = new Uint8Array(0)

export function openFrameSession<Out>(options: SessionOptions): FrameSession<Out> {
  const { bus, out, into, received, ended, scheduler = awakeTime(), now = realNow } = options
  const outgoing = createOutgoing(Math.min(frameLimit, bus.maxBytes) - headBytes)
  const assemble = createAssembly(received)
  let [sent, got, unreported] = [0, 0, 0]
  let speaks = !options.waits
  let over = false
  let [silentForMs, lookedMs] = [0, now()]

  const end = (how: SessionEnd): void => {
    if (over) return
    over = true
    for (const stop of [unsubscribe, () => beating.unsubscribe(), () => losing.unsubscribe()]) stop()
    ended(how)
  }
  /** As `end`, and tells the other end why. */
  const part = (how: SessionEnd): void => {
    if (!over) bus.publish(out, byeBytes(how.reason))
    end(how)
  }
  const lose = (reason: string): void => part({ cause: 'link-lost', reason })
  const post = (kind: FrameKind, body: Uint8Array): void => {
    outgoing.posted(body)
    bus.publish(out, frameBytes({ kind, number: sent, received: got, body }))
    sent = (sent + 1) >>> 0
    unreported = 0
  }
  const pump = (): void => {
    while (speaks && !over) {
      const next = outgoing.next()
      if (next === undefined) return
      post(...next)
    }
  }
  const hear = (frame: SessionFrame): void => {
    if (frame.number !== got) return lose(`frame ${frame.number} came in place of ${got}`)
    got = (got + 1) >>> 0
    silentForMs = 0
    lookedMs = now()
    speaks = true
    if (!outgoing.confirm((frame.received - sent) >>> 0)) return lose('frames were confirmed that were never sent')
    try {
      assemble(frame.kind, frame.body)
    } catch (thrown) {
      return lose(`a message that is none came: ${reasonOf(thrown)}`)
    }
    unreported += frame.body.length
    if (!over && unreported >= windowBytes / 4) post('beat', none)
    pump()
  }

  const unsubscribe = bus.subscribe(into, bytes => {
    if (over) return
    const frame = frameOf(bytes)
    if (frame === null) return lose(`a frame that is none came, of ${bytes.length} bytes`)
    if (frame.kind === 'bye') return end({ cause: 'closed', reason: Buffer.from(frame.body).toString() })
    hear(frame)
  })
  const beating = interval(beatMs, scheduler).subscribe(() => {
    const nowMs = now()
    silentForMs += Math.min(nowMs - lookedMs, 2 * beatMs)
    lookedMs = nowMs
    if (silentForMs > silentMs)
      return part({ cause: 'machine-lost', reason: `no sign of life for ${silentMs / 1_000} s` })
    if (speaks) post('beat', none)
  })
  const losing = bus.lost.subscribe(reason => end({ cause: 'link-lost', reason }))
  if (speaks) post('beat', none)

  return {
    send: message => {
      if (over) return
      try {
        outgoing.push(bytesOf(message))
      } catch (thrown) {
        return lose(`a message cannot go to another machine: ${reasonOf(thrown)}`)
      }
      pump()
    },
    close: reason => part({ cause: 'closed', reason }),
  }
}

interface Outgoing {
  /** @throws {RangeError} if the message is too large. */
  readonly push: (message: Uint8Array) => void
  /** The next frame; `undefined` if there is none, or the window is full. */
  readonly next: () => readonly [FrameKind, Uint8Array] | undefined
  readonly posted: (body: Uint8Array) => void
  /** @param ahead of the frames posted so far, by which all earlier ones are confirmed, modulo 2³². @returns whether they had been posted. */
  readonly confirm: (ahead: number) => boolean
}

/** Messages in pieces, and the bytes of those that are under way. */
function createOutgoing(bodyLimit: number): Outgoing {
  const waiting = fifo<readonly [FrameKind, Uint8Array]>()
  const underWay = fifo<number>()
  let bytes = 0
  return {
    push: message => {
      if (message.length > messageLimit)
        throw new RangeError(`it must have at most ${messageLimit} bytes, got ${message.length}`)
      let at = 0
      for (; message.length - at > bodyLimit; at += bodyLimit)
        waiting.push(['part', message.subarray(at, at + bodyLimit)])
      waiting.push(['whole', message.subarray(at)])
    },
    next: () => (bytes < windowBytes ? waiting.shift() : undefined),
    posted: ({ length }) => {
      underWay.push(length)
      bytes += length
    },
    confirm: ahead => {
      const count = (ahead + underWay.size()) >>> 0
      if (count > underWay.size()) return false
      for (let left = count; left > 0; left -= 1) bytes -= underWay.shift() ?? 0
      return true
    },
  }
}

/** Takes frames, and gives whole messages. @throws errors of `received`, and of what is no message. */
function createAssembly(received: (message: unknown) => void): (kind: FrameKind, body: Uint8Array) => void {
  let parts: Uint8Array[] = []
  let bytes = 0
  return (kind, body) => {
    if (kind === 'beat') return
    bytes += body.length
    if (bytes > messageLimit) throw new RangeError(`it must have at most ${messageLimit} bytes, got ${bytes}`)
    parts.push(body)
    if (kind === 'part') return
    const whole = parts.length === 1 ? body : Buffer.concat(parts)
    parts = []
    bytes = 0
    received(valueOf(whole))
  }
}

const byeBytes = (reason: string): Uint8Array =>
  frameBytes({ kind: 'bye', number: 0, received: 0, body: new TextEncoder().encode(reason) })
