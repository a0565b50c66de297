import { createDisplay } from './display.ts'
import { endProcess } from './end-process.ts'

/** The output of a command; passed in, so that a test can read it. */
export interface Terminal {
  /** One line or several, to standard output; with the control characters of a `painted` text, made visible of others. */
  readonly print: (text: string, painted?: boolean) => void
  /** To standard error, with `afresh` in place of a progress bar. */
  readonly printError: (text: string, afresh?: boolean) => void
  /** From now on the command continues when standard output is closed: its work matters more than its display. */
  readonly outliveDisplay: () => void
  /** Whether someone watches: progress is redrawn in place, else it is plain lines. */
  readonly interactive: boolean
  /** Characters of a line; 100 where the output is not a terminal. */
  readonly width: number
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Calls back at each signal that asks the process to end, until disposed of. */
  readonly onSignal: (listener: (signal: Signal) => void) => () => void
  /** Ends the process at once. */
  readonly quit: (code: number) => void
}

/** Ctrl-C; the wish of another program; a terminal that was closed. */
export const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
export type Signal = (typeof signals)[number]

/** The terminal of this process; to be called once. */
export function processTerminal(): Terminal {
  const { show, printError, outlive } = createDisplay({
    output: process.stdout,
    errors: process.stderr,
    quit: endProcess,
  })
  return {
    print: show,
    printError,
    outliveDisplay: outlive,
    interactive: process.stdout.isTTY,
    width: process.stdout.columns ?? 100,
    now: Date.now,
    onSignal: listener => {
      for (const signal of signals) process.on(signal, listener)
      return () => {
        for (const signal of signals) process.off(signal, listener)
      }
    },
    quit: endProcess,
  }
}
