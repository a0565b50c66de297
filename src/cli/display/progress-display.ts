/** Shows lines as they come with a bar under them; the lines alone where the output is not a terminal. */
import type { SingleBar } from 'cli-progress'
import { visible } from '../../text/visible.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { progressBars } from './progress-bars.ts'

export interface ProgressDisplay {
  /** A line that stays. */
  readonly line: (text: string) => void
  /** @param note shown behind the bar, e.g. the time left. */
  readonly advance: (done: number, total: number, note: string) => void
  /** Takes the bar away. */
  readonly stop: () => void
}

export function progressDisplay(terminal: Terminal): ProgressDisplay {
  if (!terminal.interactive)
    return { line: text => terminal.print(text), advance: () => undefined, stop: () => undefined }
  const bars = progressBars('{bar} {value}/{total} {note}', 40)
  let bar: SingleBar | null = null
  return {
    line: text => (bar === null ? terminal.print(text) : bars.log(`${visible(text)}\n`)),
    advance: (done, total, note) => {
      bar ??= bars.create(total, 0, { note })
      bar.setTotal(total)
      bar.update(done, { note })
      bars.update()
    },
    stop: () => bars.stop(),
  }
}
