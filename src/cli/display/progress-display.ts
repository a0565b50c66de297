/** Shows lines as they come with a bar under them; the lines alone where the output is not a terminal. */
import cliProgress from 'cli-progress'
import type { Terminal } from '../terminal/terminal.ts'

export interface ProgressDisplay {
  /** A line that stays. */
  readonly line: (text: string) => void
  /** @param note shown behind the bar, e.g. the time left. */
  readonly advance: (done: number, total: number, note: string) => void
  /** Takes the bar away. */
  readonly stop: () => void
}

export function progressDisplay(terminal: Terminal): ProgressDisplay {
  if (!terminal.interactive) return { line: terminal.print, advance: () => undefined, stop: () => undefined }
  const bars = new cliProgress.MultiBar({
    format: '{bar} {value}/{total} {note}',
    barCompleteChar: '━',
    barIncompleteChar: '─',
    barsize: 40,
    hideCursor: true,
    clearOnComplete: true,
    linewrap: false,
    stopOnComplete: false,
    stream: process.stdout,
    gracefulExit: false,
  })
  let bar: cliProgress.SingleBar | null = null
  return {
    line: text => (bar === null ? terminal.print(text) : bars.log(`${text}\n`)),
    advance: (done, total, note) => {
      bar ??= bars.create(total, 0, { note })
      bar.setTotal(total)
      bar.update(done, { note })
      bars.update()
    },
    stop: () => bars.stop(),
  }
}
