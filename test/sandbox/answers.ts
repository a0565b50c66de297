/** An interpreter that answers as many jobs as its title says and ends at the next; with a number below 0 it is never ready. */
import { interpreter } from '../../src/sandbox/runner/interpreter.ts'

let left = Number(process.title)

/** At once: an exit in order waits for the thread that watches the parent, which may be blocked in reading by then. */
const end = (): void => void process.kill(process.pid, 'SIGKILL')

interpreter(async () => {
  if (left < 0) end()
  return {
    read: () => {
      if (left === 0) end()
      left -= 1
      return input => ({ ending: 'finished', output: input, stderr: '' })
    },
    broken: () => false,
    rewind: () => {},
  }
})
