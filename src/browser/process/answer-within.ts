/** Waits with an end. */
import { awakeTime } from '../../runtime/waiting/awake-time.ts'
import { BrowserError } from './browser-error.ts'

/** Time in which the machine sleeps does not count. */
const time = awakeTime()

interface Deadline {
  readonly milliseconds: number
  /** Called when it has passed. */
  readonly onLate: (why: string) => void
}

/** @throws {BrowserError} `hung`, naming the command, if the work has not settled by then; else as the work does. */
export function answerWithin<T>(command: string, { milliseconds, onLate }: Deadline, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = time.schedule(() => {
      const why = `the browser did not answer to ${command} within ${milliseconds} ms`
      reject(new BrowserError('hung', why))
      onLate(why)
    }, milliseconds)
    work.then(resolve, reject).finally(() => late.unsubscribe())
  })
}
