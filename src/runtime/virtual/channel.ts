/** A channel without threads or ports: posts arrive when `deliver` is called. */
import { fifo } from '../../streams/fifo.ts'
import type { Frame, Wire } from '../wires/wire.ts'
import { cloned } from '../../contracts/same-data.ts'

/** One of the two ways of a channel, with the posts under way on it. */
export interface Way {
  readonly from: string
  readonly to: string
  /** Posts that could arrive now: frames, and at last the news that the channel is closed. */
  readonly pending: () => number
  /** Makes the oldest of them arrive. @throws {RangeError} if none is under way. */
  readonly deliver: () => void
  /** Whether nothing will ever arrive any more. */
  readonly over: () => boolean
}

export interface Channel {
  readonly ends: readonly [Wire, Wire]
  readonly ways: readonly [Way, Way]
}

/**
 * Posts are cloned as between threads, and arrive in their order. An end that is closed gets nothing any more; the
 * other gets earlier posts, and then learns of it.
 *
 * @param posted called for each post, once it could arrive.
 */
export function virtualChannel(a: string, b: string, posted: (way: Way) => void = () => {}): Channel {
  const there = route(a, b, posted)
  const back = route(b, a, posted)
  return { ends: [end(there, back), end(back, there)], ways: [there, back] }
}

interface Route extends Way {
  readonly post: (item: Frame | 'close') => void
  readonly listen: (listener: (frame: Frame) => void) => void
  readonly listenForClose: (listener: () => void) => void
  /** Its end is no longer read. */
  readonly abandon: () => void
}

function route(from: string, to: string, posted: (way: Way) => void): Route {
  const items = fifo<Frame | 'close'>()
  let receive: ((frame: Frame) => void) | null = null
  let close = (): void => {}
  let over = false

  const way: Route = {
    from,
    to,
    pending: () => (receive === null ? 0 : items.size()),
    over: () => over,
    deliver: () => {
      const item = receive === null ? undefined : items.shift()
      if (item === undefined) throw new RangeError(`nothing is under way from ${from} to ${to}`)
      if (item !== 'close') return receive?.(item)
      over = true
      close()
    },
    post: item => {
      if (over) return
      items.push(item)
      if (receive !== null) posted(way)
    },
    listen: listener => {
      receive = listener
      for (let early = items.size(); early > 0; early -= 1) posted(way)
    },
    listenForClose: listener => {
      close = listener
    },
    abandon: () => {
      over = true
      items.take(items.size())
      close()
    },
  }
  return way
}

function end(out: Route, back: Route): Wire {
  let open = true
  return {
    postMessage: frame => {
      const clone = cloned(frame)
      if (open) out.post(clone)
    },
    on: (_, listener) => back.listen(listener),
    once: (_, listener) => back.listenForClose(listener),
    close: () => {
      if (!open) return
      open = false
      back.abandon()
      out.post('close')
    },
  }
}
