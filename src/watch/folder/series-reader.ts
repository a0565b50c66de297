/** Follows the metrics.jsonl of a run: reads additions, and all of it anew where it was rewound. */
import type { BigIntStats } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { systemCode } from '../../files/system-code.ts'
import { numbersIn, type LineNumbers } from './line-numbers.ts'
import { RunSeries } from './run-series.ts'
import { sampleSeries } from './sample-series.ts'
import { wholeLines } from './whole-lines.ts'

/** Bytes read at once; between two reads others have their turn. */
const chunkBytes = 1 << 17
/** Longest line, bytes; a file with a longer one is read up to there. */
const maxLineBytes = 16 << 20
/** From this size on a file is sampled before it is read, so that its curves can be drawn at once. */
const sampledBytes = 1 << 20
const sampledLines = 64

const lineBreak = 0x0a

/** Obligations of a reader while it reads. */
export interface ReadTurn {
  /** Whether more may be read now; the rest is read at the next turn. */
  readonly mayGoOn: () => boolean
  readonly onRead: (bytes: number) => void
  /** Waited for between two reads. */
  readonly quiet: () => Promise<void>
}

/** Reads all at once. */
const unhurried: ReadTurn = { mayGoOn: () => true, onRead: () => {}, quiet: () => Promise.resolve() }

export class SeriesReader {
  /** The part read so far; of a long file a sample, until it is read to its end. */
  series = new RunSeries()
  /** Share of the file that has been read, in [0, 1]. */
  read = 0
  /** Lines that are none. */
  damaged = 0
  readonly #path: string
  #start: readonly LineNumbers[] = []
  #growing = new RunSeries()
  #inode: bigint | null = null
  #isSampled = false
  #position = 0
  #size = 0n
  #changed = 0n

  constructor(path: string) {
    this.#path = path
  }

  /** Values measured before the first iteration, as they are known from another file; they are the first point of each curve. */
  beginWith(line: LineNumbers | null): void {
    const start = line === null ? [] : [line]
    if (JSON.stringify(start) === JSON.stringify(this.#start)) return
    this.#start = start
    this.#restart()
  }

  /** A first look: reads a small file whole, and lines from all over a long one. @returns whether there is anything. */
  async look(): Promise<boolean> {
    const size = Number((await this.#stat())?.size ?? 0)
    if (size <= sampledBytes) return this.advance()
    const file = await open(this.#path, 'r')
    try {
      this.series = sampleSeries(file.fd, size, sampledLines, this.#start)
      this.#isSampled = true
    } finally {
      await file.close()
    }
    return true
  }

  /**
   * Reads up to the last line break; a line without one is still being written.
   *
   * @returns whether there is anything new to be drawn.
   */
  async advance(turn: ReadTurn = unhurried): Promise<boolean> {
    const found = await this.#stat()
    if (found === null) return this.#vanished()
    const isSame = found.ino === this.#inode && found.size === this.#size && found.mtimeNs === this.#changed
    if (isSame) return false
    if (found.ino !== this.#inode || found.size < BigInt(this.#position)) this.#restart()
    this.#inode = found.ino
    const file = await open(this.#path, 'r')
    try {
      if (await this.#readFrom(file, Number(found.size), turn)) this.#finish(found)
    } finally {
      await file.close()
    }
    return !this.#isSampled
  }

  #stat(): Promise<BigIntStats | null> {
    return stat(this.#path, { bigint: true }).catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return null
      throw error
    })
  }

  #finish({ size, mtimeNs }: BigIntStats): void {
    this.series = this.#growing
    this.#isSampled = false
    this.read = 1
    this.#size = size
    this.#changed = mtimeNs
  }

  /** @returns whether it came to the end. */
  async #readFrom(file: FileHandle, size: number, { mayGoOn, onRead, quiet }: ReadTurn): Promise<boolean> {
    if (this.#position < size && !mayGoOn()) return false
    const part = { from: this.#position, to: size, chunkBytes, maxLineBytes }
    for await (const { bytes, position, bytesRead, isLast } of wholeLines(file, part)) {
      this.#take(bytes)
      this.#position = position + bytes.length
      this.read = this.#position / size
      onRead(bytesRead)
      if (isLast) break
      await quiet()
      if (!mayGoOn()) return false
    }
    return true
  }

  #take(bytes: Buffer): void {
    for (let start = 0; start < bytes.length;) {
      const end = bytes.indexOf(lineBreak, start)
      const line = numbersIn(bytes.toString('utf8', start, end))
      if (line === null) this.damaged += 1
      else if (line.iteration > this.#growing.lastIteration) this.#growing.append(line, this.#position + start)
      start = end + 1
    }
  }

  #restart(): void {
    this.#growing = new RunSeries()
    for (const line of this.#start) this.#growing.append(line, -1)
    /* The sample is of the same file, and is used until that is read. */
    if (!this.#isSampled || this.#inode !== null) this.series = this.#growing
    this.#inode = null
    this.#position = 0
    this.#size = 0n
    this.#changed = 0n
    this.damaged = 0
    this.read = 0
  }

  #vanished(): boolean {
    if (this.#inode === null && this.read === 1) return false
    this.#restart()
    this.read = 1
    return true
  }
}
