/** Chromium's protocol for tools over two streams: commands, their replies by number, and events by session. */
import type { Readable, Writable } from 'node:stream'
import { z } from 'zod'
import { BrowserError } from './browser-error.ts'

/** Something that happened in a page, e.g. `Page.loadEventFired`. */
export interface BrowserEvent {
  readonly method: string
  readonly params: unknown
}

export interface Listener {
  readonly onEvent: (event: BrowserEvent) => void
  /** The session is gone; called once. */
  readonly onLost: (reason: BrowserError) => void
}

interface BrowserWire {
  /**
   * Settles when the browser answers, which a page that hangs may keep it from doing for good.
   *
   * @param session of a page; empty for the browser itself.
   * @throws {BrowserError} `refused` by the browser's own words, `lost` if the browser ended first.
   */
  readonly send: (session: string, method: string, params: object) => Promise<unknown>
  /** A second listener of the same session takes the place of the first. */
  readonly listen: (session: string, listener: Listener) => void
  /** Forgets a session: answers it still waits for are lost. */
  readonly forget: (session: string, why: string) => void
  /** Whatever waits, or is sent from now on, is lost. */
  readonly close: (why: string) => void
}

interface Waiting {
  readonly session: string
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: BrowserError) => void
}

const message = z.object({
  id: z.number().optional(),
  sessionId: z.string().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
})

export function openWire(commands: Writable, replies: Readable): BrowserWire {
  const waiting = new Map<number, Waiting>()
  const listeners = new Map<string, Listener>()
  let lastId = 0
  let closed: string | null = null

  const receive = (text: string): void => {
    const { id, sessionId = '', method, params, result, error } = message.parse(JSON.parse(text))
    if (method !== undefined) return listeners.get(sessionId)?.onEvent({ method, params })
    const asked = id === undefined ? undefined : waiting.get(id)
    if (id === undefined || asked === undefined) return
    waiting.delete(id)
    if (error === undefined) asked.resolve(result)
    else asked.reject(new BrowserError('refused', error.message))
  }
  const lose = (sessions: readonly string[], why: string): void => {
    const reason = new BrowserError('lost', why)
    for (const session of sessions) {
      const listener = listeners.get(session)
      listeners.delete(session)
      listener?.onLost(reason)
    }
    for (const [id, { session, reject }] of [...waiting]) {
      if (!sessions.includes(session)) continue
      waiting.delete(id)
      reject(reason)
    }
  }

  replies.on('data', splitter(receive))
  /* A pipe whose browser has ended: the end of the process says so too. */
  for (const stream of [commands, replies]) stream.on('error', () => {})

  return {
    send: (session, method, params) =>
      new Promise((resolve, reject) => {
        if (closed !== null) return reject(new BrowserError('lost', closed))
        const id = ++lastId
        waiting.set(id, { session, resolve, reject })
        commands.write(`${JSON.stringify({ id, method, params, ...(session === '' ? {} : { sessionId: session }) })}\0`)
      }),
    listen: (session, listener) => void listeners.set(session, listener),
    forget: (session, why) => lose([session], why),
    close: why => {
      closed ??= why
      lose([...listeners.keys(), ...[...waiting.values()].map(({ session }) => session)], why)
    },
  }
}

/** Messages end with a zero byte; a chunk may hold several, or a part of one. */
function splitter(receive: (text: string) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  return chunk => {
    let start = 0
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      const text = Buffer.concat([...parts, chunk.subarray(start, end)]).toString('utf8')
      parts = []
      start = end + 1
      receive(text)
    }
    if (start < chunk.length) parts.push(chunk.subarray(start))
  }
}
