import { fork } from 'node:child_process'
import { once } from 'node:events'
import { tail } from '../../runtime/thread/tail.ts'
import type { JobEnd, JobMessage, JobNews, JobOrder, JobRequest } from './job.ts'

export interface StartedJob {
  /** Asks it to save what there is and to end. */
  readonly stop: () => void
  /** Ends it at once. */
  readonly kill: () => void
  /** Resolves once its process is gone; never rejects. */
  readonly ended: Promise<JobEnd>
}

/**
 * Does a job in a separate process, which saves and ends if this thread does.
 *
 * @param told called with its reports.
 * @param scratch folder of all its files, if nobody looks for them once this thread has ended: then the job ends at once, with the folder.
 */
export function startJob(
  request: JobRequest,
  told: (news: JobNews) => void,
  scratch: string | null = null,
): StartedJob {
  const child = fork(new URL('./job-process.js', import.meta.url), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  const errors = tail(2000, child.stderr!)
  let end: JobEnd | null = null
  child.on('message', (message: JobMessage) => {
    if (message.kind === 'end') end = message.end
    else told(message)
  })
  const gone = new Promise<string>(resolve => {
    child.once('error', error => resolve(error.message))
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  const ended = gone.then(async (how): Promise<JobEnd> => {
    /* Its last messages may arrive after its end. */
    if (child.connected) await once(child, 'disconnect')
    return end ?? { kind: 'failed', reason: crashed(how, errors()) }
  })
  /* Messages to a process that has exited are dropped; `ended` reports it. */
  const send = (order: JobOrder): void => void child.send(order, () => {})
  send({ kind: 'do', request, scratch })
  return { stop: () => send({ kind: 'stop' }), kill: () => void child.kill('SIGKILL'), ended }
}

const crashed = (how: string, errors: string): string =>
  `its process ended by ${how}${errors.trim() === '' ? '' : `: ${errors.trim()}`}`
