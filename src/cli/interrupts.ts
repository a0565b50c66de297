/** Ctrl-C: once to finish in order, twice to stop now. */
import type { Terminal } from './terminal.ts'

export interface Interrupts {
  readonly signal: AbortSignal
  /** Gives Ctrl-C its usual meaning back. */
  readonly dispose: () => void
}

/** Exit code of a process ended by Ctrl-C, by the custom of shells. */
export const interruptedCode = 130

/** Where a progress bar stands. */
const clearLine = '\r\u001b[K'

/** @param text what the first Ctrl-C is answered with. */
export function listenForInterrupts(terminal: Terminal, text: string): Interrupts {
  const controller = new AbortController()
  const dispose = terminal.onInterrupt(() => {
    if (controller.signal.aborted) return terminal.quit(interruptedCode)
    terminal.complain(terminal.interactive ? `${clearLine}${text}` : text)
    controller.abort()
  })
  return { signal: controller.signal, dispose }
}
