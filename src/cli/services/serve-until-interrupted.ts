import type { CliContext } from '../terminal/context.ts'
import { codeAfter, listenForInterrupts } from '../terminal/interrupts.ts'

interface Serving {
  readonly close: () => Promise<void>
  /** Resolves when it ends without a signal. */
  readonly ended?: Promise<unknown>
}

/** Serves until a signal comes, and closes in order. @param begin starts it, and says where. */
export async function serveUntilInterrupted(
  { terminal, exit }: Pick<CliContext, 'terminal' | 'exit'>,
  begin: () => Promise<Serving>,
): Promise<void> {
  const interrupts = listenForInterrupts(terminal, () => 'stopping')
  try {
    const { close, ended } = await begin()
    try {
      await Promise.race([interrupts.interrupted, ...(ended === undefined ? [] : [ended])])
    } finally {
      await close()
    }
  } finally {
    interrupts.dispose()
  }
  exit(codeAfter(interrupts))
}
