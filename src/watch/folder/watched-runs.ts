/** All runs that are watched, and the loop that keeps them up to date. */
import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { groupBy } from '../../math/group-by.ts'
import { findRuns } from './find-runs.ts'
import type { ReadTurn } from './series-reader.ts'
import { WatchedGateways } from './watched-gateways.ts'
import { WatchedFolder } from './watched-folder.ts'

interface WatchLoopOptions {
  /** Runs, or folders of runs. */
  readonly paths: readonly string[]
  /** Milliseconds between two looks with viewers, and without. */
  readonly everyMs?: number
  readonly idleMs?: number
  /** Waited for between two reads of long files. */
  readonly quiet?: () => Promise<void>
}

/** How many looks at the metrics there are to one at locks, settings and new folders. */
const looksPerScan = 4
/** Bytes of long files at one look; short ones are read first. */
const lookBytes = 16 << 20
/** Looks between two tellings of how far long files are read. */
const looksPerTelling = 4

export class WatchedRuns {
  /** By id, in the order in which they are listed. */
  runs: ReadonlyMap<string, WatchedFolder> = new Map()
  readonly gateways: WatchedGateways
  readonly #events = new EventEmitter().setMaxListeners(0)
  readonly #options: Required<WatchLoopOptions>
  #stopped = false
  /** Whether there was more to read at the last look than there is time for at one. */
  #isBehind = false
  #wake = new AbortController()

  constructor({ paths, everyMs = 250, idleMs = 2000, quiet = () => Promise.resolve() }: WatchLoopOptions) {
    this.gateways = new WatchedGateways(paths)
    this.#options = { paths, everyMs, idleMs, quiet }
  }

  /** Called after each change. @returns ends it. */
  onChange(listener: () => void): () => void {
    this.#events.on('change', listener)
    this.#wake.abort()
    return () => void this.#events.off('change', listener)
  }

  /** Looks once for runs and their settings, so that they can be listed. */
  async begin(): Promise<void> {
    await this.#scan()
    await this.gateways.advance(true)
  }

  /** Keeps looking until it is stopped. */
  async follow(): Promise<void> {
    for (let look = 0; !this.#stopped; look += 1) {
      const isScan = look % looksPerScan === 0
      const changed = [
        ...(isScan && look > 0 ? [await this.#scan()] : []),
        await this.gateways.advance(isScan),
        await this.#readAll(),
        ...(isScan ? [await this.#some(run => run.refreshState())] : []),
        this.#isBehind && look % looksPerTelling === 0,
      ]
      if (changed.includes(true)) this.#changed()
      if (!this.#isBehind) await this.#pause()
    }
  }

  stop(): void {
    this.#stopped = true
    this.#wake.abort()
    this.#events.removeAllListeners()
  }

  async #pause(): Promise<void> {
    const isWatched = this.#events.listenerCount('change') > 0
    this.#wake = new AbortController()
    if (this.#stopped) return
    await delay(isWatched ? this.#options.everyMs : this.#options.idleMs, null, { signal: this.#wake.signal }).catch(
      () => {},
    )
  }

  async #readAll(): Promise<boolean> {
    let left = lookBytes
    const turn: ReadTurn = {
      mayGoOn: () => left > 0 && !this.#stopped,
      onRead: bytes => void (left -= bytes),
      quiet: this.#options.quiet,
    }
    /* One at a time: it is work for the processor, and a request waits until a part is done. */
    const isChanged = await this.#some(run => run.refreshSeries(turn), 1)
    this.#isBehind = left <= 0
    return isChanged
  }

  async #scan(): Promise<boolean> {
    const known = new Map([...this.runs.values()].map(run => [run.directory, run]))
    const folders = (await findRuns(this.#options.paths)).map(path => new WatchedFolder(path))
    const runs = folders.map(folder => known.get(folder.directory) ?? folder)
    const isSame = runs.length === this.runs.size && runs.every(run => known.has(run.directory))
    if (!isSame) this.runs = named(runs)
    const isRenewed = await this.#some(async run =>
      [await run.refreshRecord(), await run.refreshNotes()].includes(true),
    )
    if (isSame) return isRenewed
    await this.#some(run => (known.has(run.directory) ? Promise.resolve(false) : run.look()))
    await this.#some(run => run.refreshState())
    return true
  }

  /** Several at a time, but not all: each has files open. @returns whether any answered yes. */
  async #some(ask: (run: WatchedFolder) => Promise<boolean>, atOnce = 8): Promise<boolean> {
    const waiting = [...this.runs.values()].sort((one, other) => other.reader.read - one.reader.read)
    let isAny = false
    const worker = async (): Promise<void> => {
      for (let run = waiting.shift(); run !== undefined && !this.#stopped; run = waiting.shift())
        if (await ask(run)) isAny = true
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    return isAny
  }

  #changed(): void {
    this.#events.emit('change')
  }
}

/** By the name of the folder, or by the whole path where two have one name. */
function named(runs: readonly WatchedFolder[]): ReadonlyMap<string, WatchedFolder> {
  const names = groupBy(runs, ({ name }) => name)
  return new Map(runs.map(run => [names.get(run.name)?.length === 1 ? run.name : run.directory, run]))
}
