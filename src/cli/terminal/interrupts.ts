/** Signals that ask the process to end: the first to finish in order, the second to stop now. */
import { constants } from 'node:os'
import { deferred } from '../../runtime/waiting/deferred.ts'
import type { Signal, Terminal } from './terminal.ts'

interface Interrupts {
  /** Aborted with an `InterruptedError` as its reason. */
  readonly signal: AbortSignal
  /** Resolves once one has come. */
  readonly interrupted: Promise<void>
  /** Gives the signals their usual meaning back. */
  readonly dispose: () => void
}

/** The work was interrupted, as requested. */
export class InterruptedError extends Error {
  /** As the platform names it. */
  override readonly name = 'AbortError'
  /** 130 for Ctrl-C, 143 for SIGTERM, 129 for a closed terminal. */
  readonly exitCode: number

  constructor(signal: Signal) {
    super(`interrupted by ${signal}`)
    this.exitCode = codeOf(signal)
  }
}

/** Exit code of a process that a signal ended, by the custom of shells. */
const codeOf = (signal: Signal): number => 128 + constants.signals[signal]

/** That of Ctrl-C. */
export const interruptedCode = codeOf('SIGINT')

/** @param text reply to the first signal: the work still waited for. */
export function listenForInterrupts(terminal: Terminal, text: () => string): Interrupts {
  const controller = new AbortController()
  const interrupted = deferred<void>()
  const dispose = terminal.onSignal(signal => {
    if (controller.signal.aborted) return terminal.quit(codeOf(signal))
    terminal.printError(text(), terminal.interactive)
    controller.abort(new InterruptedError(signal))
    interrupted.resolve()
  })
  return { signal: controller.signal, interrupted: interrupted.promise, dispose }
}

/** The exit code of a command after its work: that of its signal, if it got one. */
export function codeAfter({ signal }: Interrupts, code = 0): number {
  const reason: unknown = signal.reason
  return reason instanceof InterruptedError ? reason.exitCode : code
}
