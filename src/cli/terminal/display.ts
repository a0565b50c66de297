/** Standard output, which may end before the program does: a reader that left, a disk that is full, a terminal that was closed. */
import type { Writable } from 'node:stream'
import { systemCode } from '../../files/system-code.ts'

interface Display {
  /** Writes a line; nothing once it is lost. */
  readonly show: (text: string) => void
  /** Writes a line to standard error; it makes no difference whether that is read. */
  readonly printError: (text: string) => void
  /** From now on it may be lost without ending the process. */
  readonly outlive: () => void
}

interface DisplayOptions {
  readonly output: Pick<Writable, 'write' | 'on'>
  readonly errors: Pick<Writable, 'write' | 'on'>
  /** Ends the process. */
  readonly quit: (code: number) => void
}

/** Exit code of a process that wrote to a pipe without a reader, as shells have it: 128 + SIGPIPE. */
export const brokenPipeCode = 141

/** Without `outlive`, the process ends with the display: without a word if its reader left, else by saying why. */
export function createDisplay({ output, errors, quit }: DisplayOptions): Display {
  let [outliving, lost] = [false, false]
  const printError = (text: string): void => tried(() => errors.write(`${text}\n`))
  const lose = (error: unknown): void => {
    if (lost) return
    lost = true
    const why = reasons[systemCode(error) ?? ''] ?? String(error)
    if (outliving) return printError(`nothing more is shown, for ${why}; the work continues`)
    if (systemCode(error) === 'EPIPE') return quit(brokenPipeCode)
    printError(`error: nothing can be shown: ${why}`)
    quit(1)
  }
  output.on('error', lose)
  errors.on('error', () => undefined)
  return {
    show: text => {
      if (!lost) tried(() => output.write(`${text}\n`), lose)
    },
    printError,
    outlive: () => void (outliving = true),
  }
}

const reasons: Readonly<Record<string, string>> = {
  EPIPE: 'its reader has exited',
  EIO: 'the terminal was closed',
  ENOSPC: 'the disk that it is written to is full',
  EDQUOT: 'the quota of the disk that it is written to is used up',
}

/** Files are written at once, and throw. */
function tried(write: () => void, failed: (error: unknown) => void = () => undefined): void {
  try {
    write()
  } catch (error) {
    failed(error)
  }
}
