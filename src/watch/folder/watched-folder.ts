/** A run as it is watched: its known state, brought up to date again and again. Nothing is written. */
import { basename, join, resolve } from 'node:path'
import { reasonOf } from '../../contracts/failure.ts'
import type { RunIdentity } from '../../experiment/results/measured-run.ts'
import { readIfThere } from '../../files/read-if-there.ts'
import { systemCode } from '../../files/system-code.ts'
import { usedBy } from '../../run/directory/lock.ts'
import { readRunDirectory, type RunRecord } from '../../run/directory/run-directory.ts'
import { isTree } from '../../config/tree.ts'
import type { WatchedState } from '../contract/overview.ts'
import { fileStamp } from './file-stamp.ts'
import { lineNumbers, type LineNumbers } from './line-numbers.ts'
import { SeriesReader, type ReadTurn } from './series-reader.ts'

const maxNotesBytes = 1 << 16

export class WatchedFolder {
  readonly directory: string
  readonly name: string
  readonly reader: SeriesReader
  record: RunRecord | null = null
  state: WatchedState = 'unreadable'
  /** Why it cannot be read; `null` where it can. */
  fault: string | null = null
  /** Of notes.md in its folder; empty without. */
  notes = ''
  /** When it was begun or extended, ms since 1970; 0 where that is not known. */
  configuredMs = 0
  #configStamp = ''
  #notesStamp = ''

  constructor(directory: string) {
    this.directory = resolve(directory)
    this.name = basename(this.directory)
    this.reader = new SeriesReader(join(this.directory, 'metrics.jsonl'))
  }

  get identity(): RunIdentity | null {
    if (this.record === null) return null
    const { config, formulation, extended } = this.record
    return { name: this.name, directory: this.directory, seed: config.seed, config, formulation, extended }
  }

  /** Whether its settings have changed, as those of a run that was extended. */
  async refreshRecord(): Promise<boolean> {
    const { stamp, changedMs } = await fileStamp(join(this.directory, 'config.json'))
    if (stamp === this.#configStamp) return false
    this.#configStamp = stamp
    this.configuredMs = changedMs
    const before = this.fault
    try {
      this.record = await readRunDirectory(this.directory)
      this.fault = null
    } catch (error) {
      this.record = null
      this.fault = reasonOf(error)
      /* It may pass, and then the settings are as they were. */
      if (systemCode(error) !== null) this.#configStamp = ''
      return this.fault !== before
    }
    return true
  }

  /** @returns whether they have changed. */
  async refreshNotes(): Promise<boolean> {
    const file = join(this.directory, 'notes.md')
    const { stamp } = await fileStamp(file)
    if (stamp === this.#notesStamp) return false
    this.#notesStamp = stamp
    this.notes = (await readIfThere(file).catch(() => undefined))?.toString('utf8', 0, maxNotesBytes).trim() ?? ''
    return true
  }

  /** @returns whether it has changed. */
  async refreshState(): Promise<boolean> {
    const before = this.state
    this.state = this.record === null ? 'unreadable' : await this.#stateNow(this.record)
    return this.state !== before
  }

  async #stateNow({ config }: RunRecord): Promise<WatchedState> {
    const owner = await usedBy(this.directory).catch(() => null)
    if (owner !== null) return 'running'
    return this.reader.series.lastIteration >= config.iterations ? 'finished' : 'stopped'
  }

  /** A first look at its metrics. */
  look(): Promise<boolean> {
    return this.#reading(() => this.reader.look())
  }

  /** @returns whether there is anything new. */
  refreshSeries(turn: ReadTurn): Promise<boolean> {
    return this.#reading(() => this.reader.advance(turn))
  }

  async #reading(read: () => Promise<boolean>): Promise<boolean> {
    if (this.record === null) return false
    const before = this.fault
    let isNew = false
    try {
      if (this.reader.series.rows === 0) this.reader.beginWith(await measuredBefore(this.directory))
      isNew = await read()
      this.fault = null
    } catch (error) {
      this.fault = reasonOf(error)
    }
    return isNew || this.fault !== before
  }
}

/** Of summary.json, if it can be read: measurements before the first iteration. */
async function measuredBefore(directory: string): Promise<LineNumbers | null> {
  try {
    const bytes = await readIfThere(join(directory, 'summary.json'))
    const summary: unknown = bytes === undefined ? null : JSON.parse(bytes.toString('utf8'))
    const before = isTree(summary) ? summary['before'] : null
    return isTree(before)
      ? lineNumbers({ iteration: 0, evaluations: before['evaluations'], measures: before['measures'] })
      : null
  } catch {
    return null
  }
}
