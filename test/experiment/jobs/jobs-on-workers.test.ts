import test from 'ava'
import { EMPTY } from 'rxjs'
import type { FromJob, ToJob } from '../../../src/experiment/jobs/job-messages.ts'
import { conducted } from '../../../src/experiment/jobs/jobs-on-workers.ts'
import { ClosedError } from '../../../src/runtime/errors/closed-error.ts'
import { held } from '../../../src/streams/held.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

test('a job that is asked to stop once it has ended sends nothing to its system, which takes no more', async t => {
  const [stop, kill] = [new AbortController(), new AbortController()]
  const inbox = held<FromJob>()
  const sent: string[] = []
  let isStopped = false
  const send = ({ kind }: ToJob): void => {
    if (isStopped) throw new ClosedError('the system')
    sent.push(kind)
    inbox.push({ kind: 'job-end', to: 'trainer', from: 'job', end: { kind: 'complete' } })
  }
  const request = { kind: 'resume', directory: await temporaryFolder(t) } as const
  const working = { told: () => {}, stop: stop.signal, kill: kill.signal }
  t.deepEqual(await conducted({ inbox: inbox.stream, events: EMPTY, send }, request, working), { kind: 'complete' })
  isStopped = true
  stop.abort()
  t.deepEqual(sent, ['begin-job'])
})
