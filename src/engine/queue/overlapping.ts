import { pullMap } from '../../streams/pull-map.ts'
import { mergeMap, type OperatorFunction } from '../../streams/rxjs.ts'
import { tick } from '../../streams/tick.ts'
import type { ToGpu } from '../../contracts/messages/gpu.ts'
import type { Pause } from '../../contracts/models/device.ts'
import type { InBatchesOptions } from './in-batches.ts'
import type { Batch, QueuedRequest } from './queue.ts'

export type OverlappingOptions<Reply> = Pick<InBatchesOptions<Reply>, 'askedAt' | 'work' | 'around' | 'usage'>

/** Requests that are begun before the thread does other work: thousands that come together would look like a hang. */
const begunTogether = 64

/** Nobody waits for such a call to pause. */
const noPause: Pause = () => Promise.resolve()

/** Answers each request by itself, begun at once, for an engine whose calls overlap: none waits for the slowest of a batch, nor for training. */
export function overlapping<Reply>({
  askedAt,
  work,
  around,
  usage,
}: OverlappingOptions<Reply>): OperatorFunction<ToGpu, Reply> {
  const unfinished = new Set<QueuedRequest>()
  let asked = 0
  let turn = Promise.resolve()
  const ownTurn = (): Promise<void> => {
    asked += 1
    if (asked % begunTogether === 0) turn = turn.then(tick)
    return turn
  }
  const answer = async (request: ToGpu): Promise<readonly Reply[]> => {
    const at = askedAt(request)
    if (request.kind === 'get-usage') {
      const since = [...unfinished].reduce((least, { at: since }) => Math.min(least, since), Infinity)
      return [usage(request, { count: unfinished.size, since })]
    }
    const own: QueuedRequest = { request, at }
    const batch: Batch = { kind: 'call', requests: [own] }
    unfinished.add(own)
    const { size: count } = unfinished
    await ownTurn()
    let replies: readonly Reply[] = []
    await around(batch, { count, since: at }, async () => {
      replies = await work(batch, noPause)
    })
    unfinished.delete(own)
    return replies
  }
  return source =>
    source.pipe(
      pullMap(Infinity, answer),
      mergeMap(replies => replies),
    )
}
