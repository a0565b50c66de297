import { createDisplay } from './display.ts'
import { endProcess } from './end-process.ts'

/** Where a command writes; given, so that a test can read it. */
export interface Terminal {
  /** One line or several, to standard output. */
  readonly print: (text: string) => void
  /** To standard error. */
  readonly complain: (text: string) => void
  /** Says that what is done now is worth more than its being shown: it goes on when standard output is closed. */
  readonly outliveDisplay: () => void
  /** Whether someone watches: progress is redrawn in place, else it is plain lines. */
  readonly interactive: boolean
  /** Letters of a line; 100 where nobody watches. */
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
  const { show, complain, outlive } = createDisplay({
    output: process.stdout,
    complaints: process.stderr,
    quit: endProcess,
  })
  return {
    print: show,
    complain,
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
