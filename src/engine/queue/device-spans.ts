/** When a device worked: a bounded number of stretches, however many calls there are. */
import type { DeviceSpan } from '../../contracts/models/device-usage.ts'

/** One piece of a call, or of calls that overlap. */
export type DevicePiece = Omit<DeviceSpan, 'busyMs'>

interface DeviceSpans {
  /** In the order of their ends. */
  readonly record: (piece: DevicePiece) => void
  /** Those recorded since the last flush, by their beginnings. */
  readonly flush: () => readonly DeviceSpan[]
}

const usualSpans = 256
/** Longer than any run: all of a verb on a model is one stretch. */
const longestGapMs = 2 ** 50

/**
 * Calls of a verb on a model become one stretch where the pause between them is shorter than a gap, which is 0 at first and doubles,
 * from 1 ms, whenever there are too many stretches.
 *
 * @param maxSpans at most; twice the number of verbs times that of models, or more.
 */
export function createDeviceSpans(maxSpans = usualSpans): DeviceSpans {
  let spans: DeviceSpan[] = []
  let gapMs = 0

  /** To half of what there may be, so that it is seldom done. */
  const coarsen = (): void => {
    spans = joined(spans, gapMs)
    while (2 * spans.length > maxSpans && gapMs < longestGapMs) {
      gapMs = gapMs === 0 ? 1 : 2 * gapMs
      spans = joined(spans, gapMs)
    }
  }

  return {
    record: piece => {
      spans.push({ ...piece, busyMs: piece.endMs - piece.startMs })
      if (spans.length > maxSpans) coarsen()
    },
    flush: () => {
      const flushed = joined(spans, gapMs).sort((a, b) => a.startMs - b.startMs)
      spans = []
      gapMs = 0
      return flushed
    },
  }
}

/** Pure. @param spans by their beginnings. */
function joined(spans: readonly DeviceSpan[], gapMs: number): DeviceSpan[] {
  const last = new Map<string, number>()
  const found: DeviceSpan[] = []
  for (const span of spans) {
    const lane = `${span.verb} ${span.model}`
    const index = last.get(lane) ?? -1
    const before = found[index]
    if (before !== undefined && span.startMs - before.endMs < gapMs) {
      found[index] = {
        ...before,
        endMs: span.endMs,
        busyMs: before.busyMs + span.busyMs,
        calls: before.calls + span.calls,
        depth: Math.max(before.depth, span.depth),
      }
    } else {
      last.set(lane, found.length)
      found.push(span)
    }
  }
  return found
}
