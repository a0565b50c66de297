/** Where a command writes; given, so that a test can read it. */
export interface Terminal {
  /** One line or several, to standard output. */
  readonly print: (text: string) => void
  /** To standard error. */
  readonly complain: (text: string) => void
  /** Whether someone watches: progress is redrawn in place, else it is plain lines. */
  readonly interactive: boolean
  /** Letters of a line; 100 where nobody watches. */
  readonly width: number
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Calls back at each Ctrl-C until disposed of. */
  readonly onInterrupt: (listener: () => void) => () => void
  /** Ends the process at once. */
  readonly quit: (code: number) => void
}

export const processTerminal: Terminal = {
  print: text => void process.stdout.write(`${text}\n`),
  complain: text => void process.stderr.write(`${text}\n`),
  interactive: process.stdout.isTTY,
  width: process.stdout.columns ?? 100,
  now: Date.now,
  onInterrupt: listener => {
    process.on('SIGINT', listener).on('SIGTERM', listener)
    return () => void process.off('SIGINT', listener).off('SIGTERM', listener)
  },
  quit: code => process.exit(code),
}
