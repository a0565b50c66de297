/** Tries one engine in a separate process, which native code may end: opens it, compares it, times it. */
import { performance } from 'node:perf_hooks'
import { reasonOf } from '../../contracts/failure.ts'
import { openDevice } from '../open-device.ts'
import { differenceFromPlain } from './difference.ts'
import { timeVerbs, type Speed } from './load.ts'
import { estimatedSeconds, timeRunPart } from './run-part.ts'
import type { TrialMessage, TrialRequest } from './trial.ts'

const tell = (message: TrialMessage): void => void process.send?.(message)

process.once('message', (request: TrialRequest) => {
  attempt(request)
    .catch((thrown: unknown) => tell({ kind: 'refused', reason: reasonOf(thrown) }))
    .finally(() => process.disconnect())
})
/* The parent has exited or has all results: native code still running is of no use. */
process.once('disconnect', () => process.exit())

/** A part of a run that takes longer by the speeds of its verbs is not timed. */
const maxSeconds = 8

async function attempt({ engine, load, seconds, part }: TrialRequest): Promise<void> {
  const device = await openDevice(engine)
  tell({ kind: 'opened' })
  tell({ kind: 'compared', difference: await differenceFromPlain(device) })
  const now = (): number => performance.now()
  const speeds: Speed[] = []
  for await (const speed of timeVerbs(device, load, { seconds, now })) {
    speeds.push(speed)
    tell({ kind: 'timed', speed })
  }
  if (part !== undefined) {
    const isFast = estimatedSeconds(part, speeds) <= maxSeconds
    tell({ kind: 'ran', seconds: isFast ? await timeRunPart(device, part, now) : null })
  }
  await device.close()
}
