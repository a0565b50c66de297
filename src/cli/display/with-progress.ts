import type { Observable } from 'rxjs'
import { codeAfter, listenForInterrupts } from '../terminal/interrupts.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { progressDisplay, type ProgressDisplay } from './progress-display.ts'

/**
 * Follows work to its end, with a bar under its lines. The first signal asks it to end.
 *
 * @param text reply to that signal.
 * @returns the exit code: 0, or that of the signal.
 * @throws whatever ended the work.
 */
export async function withProgress<Event>(
  terminal: Terminal,
  start: (signal: AbortSignal) => Observable<Event>,
  show: (event: Event, display: ProgressDisplay) => void,
  text: () => string = () => 'stopping',
): Promise<number> {
  const interrupts = listenForInterrupts(terminal, text)
  const display = progressDisplay(terminal)
  try {
    await start(interrupts.signal).forEach(event => show(event, display))
  } finally {
    display.stop()
    interrupts.dispose()
  }
  return codeAfter(interrupts)
}
