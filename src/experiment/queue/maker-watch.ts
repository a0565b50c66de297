/** Whether the maker of a run is at work, by the signs that it gives. */
import type { SchedulerLike } from '../../streams/rxjs.ts'
import type { RunEntry } from './run-queue.ts'

interface MakerWatch {
  /** The maker has said something; or nothing could be heard. */
  readonly hear: () => void
  readonly isAtWork: (maker: RunEntry['maker']) => boolean
}

interface MakerWatchOptions {
  /** Called when there is a maker for the first time. */
  readonly begun: () => void
  /** Called with each worker that becomes silent. */
  readonly silent: (worker: string, seconds: number) => void
  readonly scheduler: SchedulerLike
}

/** Without a sign for so long a maker is not counted on; soon after that another may take the run. */
const silentMs = 8_000

export function watchMaker({ begun, silent, scheduler }: MakerWatchOptions): MakerWatch {
  let [lease, heardMs, isSilent] = ['', scheduler.now(), false]
  return {
    hear: () => {
      heardMs = scheduler.now()
    },
    isAtWork: maker => {
      if (maker === null) return false
      if (lease === '') begun()
      if (maker.lease !== lease) [lease, heardMs, isSilent] = [maker.lease, scheduler.now(), false]
      const was = isSilent
      isSilent = scheduler.now() - heardMs > silentMs
      if (isSilent && !was) silent(maker.worker, silentMs / 1_000)
      return !isSilent
    },
  }
}
