/** The page of a run, served by a separate process: neither takes the other along when it ends. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Terminal } from '../terminal/terminal.ts'

const program = fileURLToPath(new URL('../main.js', import.meta.url))

/** Milliseconds that it may take to say where the page is. */
const startMs = 20_000

interface WatchProcess {
  /** From now on it ends as soon as no page looks on. */
  readonly release: () => void
}

/** Training does not depend on it: if it does not start, the run warns and has no page. */
export async function startWatchProcess(directory: string, terminal: Terminal): Promise<WatchProcess> {
  /* In a separate group, so that Ctrl-C is for the run alone; it ends after its input, when no page looks on. */
  const child = spawn(process.execPath, [program, 'watch', directory, '--while-input'], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.unref()
  child.stdin.on('error', () => {})
  try {
    const signal = AbortSignal.timeout(startMs)
    const ended = once(child, 'exit', { signal }).then(() => [])
    const [first = '']: unknown[] = await Promise.race([once(child.stdout, 'data', { signal }), ended])
    child.stdout.destroy()
    const [url] = /http:\S+/.exec(String(first)) ?? []
    if (url === undefined) throw new Error('it has ended')
    terminal.print(`watch it at ${url}`)
    return { release: () => void child.stdin.destroy() }
  } catch {
    terminal.printError('warning: the page of the run could not be started; rlanything watch says why')
    child.kill()
    return { release: () => {} }
  }
}
