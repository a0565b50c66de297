/** Waits at standard input for the other side to be gone, and ends this process then; nothing is ever sent to it. */
import { readSync } from 'node:fs'

try {
  readSync(0, new Uint8Array(1))
} catch {
  /* What cannot be read has ended. */
}
process.kill(process.pid, 'SIGKILL')
