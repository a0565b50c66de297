/** Tries one engine in a process of its own, which native code may end: opens it, compares it, times it. */
import { performance } from 'node:perf_hooks'
import { reasonOf } from '../../failure.ts'
import { openDevice } from '../open-device.ts'
import { differenceFromPlain } from './difference.ts'
import { timeVerbs } from './load.ts'
import type { TrialMessage, TrialRequest } from './trial.ts'

const tell = (message: TrialMessage): void => void process.send?.(message)

process.once('message', (request: TrialRequest) => {
  attempt(request)
    .catch((thrown: unknown) => tell({ kind: 'refused', reason: reasonOf(thrown) }))
    .finally(() => process.disconnect())
})
/* Whoever asked is gone, or has been told all: what native code may still hold is of no use. */
process.once('disconnect', () => process.exit())

async function attempt({ engine, load, seconds }: TrialRequest): Promise<void> {
  const device = await openDevice(engine)
  tell({ kind: 'opened' })
  tell({ kind: 'compared', difference: await differenceFromPlain(device) })
  for await (const speed of timeVerbs(device, load, { seconds, now: () => performance.now() })) {
    tell({ kind: 'timed', speed })
  }
  await device.close()
}
