import { mergeMap, type OperatorFunction } from '../../streams/rxjs.ts'
import type { ToGpu } from '../../contracts/messages/gpu.ts'
import type { Pause } from '../../contracts/models/device.ts'
import type { InBatchesOptions } from './in-batches.ts'
import type { Batch } from './queue.ts'

export type OverlappingOptions<Reply> = Pick<InBatchesOptions<Reply>, 'askedAt' | 'work' | 'around' | 'usage'>

/** Nobody waits for such a call to pause. */
const noPause: Pause = () => Promise.resolve()

/** Answers each request by itself and at once, for an engine whose calls overlap: none waits for the slowest of a batch, nor for training. */
export function overlapping<Reply>({
  askedAt,
  work,
  around,
  usage,
}: OverlappingOptions<Reply>): OperatorFunction<ToGpu, Reply> {
  const unfinished = new Map<Batch, number>()
  const answer = async (request: ToGpu): Promise<readonly Reply[]> => {
    const at = askedAt(request)
    if (request.kind === 'get-usage') {
      const since = [...unfinished.values()].reduce((least, asked) => Math.min(least, asked), Infinity)
      return [usage(request, { count: unfinished.size, since })]
    }
    const batch: Batch = { kind: 'call', requests: [{ request, at }] }
    unfinished.set(batch, at)
    let replies: readonly Reply[] = []
    await around(batch, { count: unfinished.size, since: at }, async () => {
      replies = await work(batch, noPause)
    })
    unfinished.delete(batch)
    return replies
  }
  return source =>
    source.pipe(
      mergeMap(answer),
      mergeMap(replies => replies),
    )
}
