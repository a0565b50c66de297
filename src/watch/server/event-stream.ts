/** Tells pages that something has changed, by server-sent events. What changed they ask for themselves. */
import { PassThrough, type Readable } from 'node:stream'
import type { WatchedRuns } from '../folder/watched-runs.ts'

export interface EventStreams {
  /** @returns the events for one more page; `null` if there are too many. */
  readonly open: () => Readable | null
  readonly count: () => number
  readonly close: () => void
}

/** Most pages at once. */
const maxStreams = 64
/** Without a word for so long a broken connection would not be noticed. */
const heartbeatMs = 15_000
/** Changes closer together than this are reported as one. */
const quietMs = 100

export function eventStreams(watched: WatchedRuns): EventStreams {
  const ends = new Map<Readable, () => void>()
  const open = (): Readable | null => {
    if (ends.size >= maxStreams) return null
    const stream = new PassThrough()
    let due: NodeJS.Timeout | null = null
    const say = (text: string): void => {
      /* A slow reader is dropped; it reconnects, and asks for the present state. */
      if (!stream.write(text)) end()
    }
    const stopListening = watched.onChange(() => {
      due ??= setTimeout(() => {
        due = null
        say('event: changed\ndata: \n\n')
      }, quietMs)
    })
    const heartbeat = setInterval(() => say(': there\n\n'), heartbeatMs)
    const end = (): void => {
      if (!ends.delete(stream)) return
      if (due !== null) clearTimeout(due)
      clearInterval(heartbeat)
      stopListening()
      stream.end()
    }
    ends.set(stream, end)
    stream.on('close', end)
    say('retry: 500\nevent: changed\ndata: \n\n')
    return stream
  }
  return {
    open,
    count: () => ends.size,
    close: () => {
      for (const end of [...ends.values()]) end()
    },
  }
}
