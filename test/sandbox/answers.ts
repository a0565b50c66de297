/** An interpreter that answers as many jobs as its title says and ends at the next; with a number below 0 it is never ready. */
import { interpreter } from '../../src/sandbox/runner/interpreter.ts'

let left = Number(/--title=(.*)/.exec(process.execArgv.join('\n'))?.[1])

interpreter(async () => {
  if (left < 0) process.exit(3)
  return {
    read: () => {
      if (left === 0) process.exit(3)
      left -= 1
      return input => ({ ending: 'finished', output: input, stderr: '' })
    },
    broken: () => false,
    rewind: () => {},
  }
})
