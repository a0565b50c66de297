/** Shows several jobs at a time: a bar for each that runs, or plain lines where the output is not a terminal. */
import type { SingleBar } from 'cli-progress'
import { clock } from '../tables/numbers.ts'
import { visible } from '../../text/visible.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { progressBars } from './progress-bars.ts'

interface JobsDisplay {
  /** A line that stays. */
  readonly line: (text: string) => void
  readonly advance: (name: string, progress: ShownProgress) => void
  /** Takes the bar of a job away. */
  readonly end: (name: string) => void
  /** Takes all bars away. */
  readonly stop: () => void
}

interface ShownProgress {
  readonly done: number
  readonly total: number
  /** `null` while it is not known. */
  readonly remainingMs: number | null
}

export const jobsDisplay = (terminal: Terminal): JobsDisplay => (terminal.interactive ? bars() : lines(terminal))

function bars(): JobsDisplay {
  const multi = progressBars('{name} {bar} {value}/{total} {note}', 30)
  const shown = new Map<string, SingleBar>()
  return {
    line: text => multi.log(`${visible(text)}\n`),
    advance: (name, { done, total, remainingMs }) => {
      const bar = shown.get(name) ?? multi.create(total, 0, { name: visible(name), note: '' })
      shown.set(name, bar)
      bar.setTotal(total)
      bar.update(done, { note: remainingMs === null ? '' : `${clock(remainingMs)} left` })
      multi.update()
    },
    end: name => {
      const bar = shown.get(name)
      if (bar !== undefined) multi.remove(bar)
      shown.delete(name)
    },
    stop: () => multi.stop(),
  }
}

/** A line each time that another tenth is done: a log of many runs can still be read. */
function lines(terminal: Terminal): JobsDisplay {
  const tenths = new Map<string, number>()
  return {
    line: text => terminal.print(text),
    advance: (name, { done, total, remainingMs }) => {
      const tenth = Math.floor((10 * done) / total)
      const before = tenths.get(name)
      tenths.set(name, tenth)
      if (before === undefined || tenth === before) return
      const left = remainingMs === null ? '' : `, ${clock(remainingMs)} left`
      terminal.print(`${name}: ${done} of ${total}${left}`)
    },
    end: name => void tenths.delete(name),
    stop: () => undefined,
  }
}
