/** All that is under way between virtual addresses; nothing arrives without `deliver`. */
import { fifo } from '../../streams/fifo.ts'
import type { Wire } from '../wires/wire.ts'
import { virtualChannel, type Way } from './channel.ts'

interface Post {
  readonly channel: (a: string, b: string) => readonly [Wire, Wire]
  /** Puts work off until the present task has ended: a thread's microtask. */
  readonly defer: (work: () => void) => void
  /** Ways by which something can arrive now, oldest channel first. */
  readonly deliveries: () => readonly Way[]
  /** How many posts have been made so far. */
  readonly posts: () => number
}

/** @param posted called for each post, once it could arrive. */
export function post(posted: (way: Way) => void = () => {}): Post {
  const put = fifo<() => void>()
  let ways: readonly Way[] = []
  let posts = 0

  const flush = (): void => {
    while (put.size() > 0) put.shift()?.()
  }
  const wrapped = (way: Way): Way => ({
    ...way,
    deliver: () => {
      flush()
      way.deliver()
      flush()
    },
  })

  return {
    channel: (a, b) => {
      const outer = new Map<Way, Way>()
      const channel = virtualChannel(a, b, way => {
        posts += 1
        posted(outer.get(way) ?? way)
      })
      for (const way of channel.ways) outer.set(way, wrapped(way))
      ways = [...ways, ...outer.values()]
      return channel.ends
    },
    defer: work => {
      /* At the latest when the thread itself comes to its end: a scheduler that delivers need not ask first. */
      if (put.size() === 0) queueMicrotask(flush)
      put.push(work)
    },
    deliveries: () => {
      flush()
      ways = ways.filter(({ over }) => !over())
      return ways.filter(({ pending }) => pending() > 0)
    },
    posts: () => posts,
  }
}
