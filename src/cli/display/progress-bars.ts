/** Bars under the lines of a terminal. */
import cliProgress from 'cli-progress'

/**
 * @param format of a bar, as `cli-progress` takes it.
 * @param width of the bar itself, characters.
 */
export const progressBars = (format: string, width: number): cliProgress.MultiBar =>
  new cliProgress.MultiBar({
    format,
    barCompleteChar: '━',
    barIncompleteChar: '─',
    barsize: width,
    hideCursor: true,
    clearOnComplete: true,
    linewrap: false,
    stopOnComplete: false,
    stream: process.stdout,
    gracefulExit: false,
  })
