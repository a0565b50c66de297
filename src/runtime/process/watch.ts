/** Ends this process when its standard input closes, because the parent has exited; nothing is ever sent to it. */
import { readSync } from 'node:fs'

try {
  readSync(0, new Uint8Array(1))
} catch {
  /* An unreadable one has ended. */
}
process.kill(process.pid, 'SIGKILL')
