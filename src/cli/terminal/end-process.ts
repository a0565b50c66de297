import { constants } from 'node:os'

/** Exit code of a process that ended because its terminal was closed. */
export const hangUpCode = 128 + constants.signals.SIGHUP

/**
 * Ends this process at once. Node puts the settings of its terminal back when it ends, and aborts where the terminal is
 * gone; a process that dies of the signal itself has the same code, and puts nothing back.
 */
export function endProcess(code: number): void {
  if (code !== hangUpCode) process.exit(code)
  process.removeAllListeners('SIGHUP')
  process.kill(process.pid, 'SIGHUP')
}
