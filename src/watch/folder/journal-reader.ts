/** Follows the journal of a gateway: reads additions, and all of it anew where it was rewritten. */
import { open, stat } from 'node:fs/promises'
import { reasonOf } from '../../contracts/failure.ts'
import { journalPath, type JournalLine } from '../../gateway/journal.ts'
import { sessionReader } from '../../gateway/sessions/sessions-in.ts'
import { systemCode } from '../../files/system-code.ts'
import { wholeLines } from './whole-lines.ts'

const chunkBytes = 1 << 22

export class JournalReader {
  readonly directory: string
  /** Why it cannot be read; `null` where it can. */
  fault: string | null = null
  /** Whether that is its content, so that no more of it is read. */
  #isBroken = false
  #reader = sessionReader()
  #position = 0
  #inode: bigint | null = null

  constructor(directory: string) {
    this.directory = directory
  }

  get sessions(): ReturnType<typeof sessionReader>['sessions'] {
    return this.#reader.sessions
  }

  /** Reads up to the last line break; a line without one is still being written. @returns whether there is anything new. */
  async advance(): Promise<boolean> {
    const path = journalPath(this.directory)
    const before = this.fault
    let isNew = false
    try {
      isNew = await this.#follow(path)
    } catch (error) {
      this.fault = `${path} cannot be read: ${reasonOf(error)}`
      this.#isBroken = systemCode(error) === null
    }
    return isNew || this.fault !== before
  }

  async #follow(path: string): Promise<boolean> {
    const found = await stat(path, { bigint: true }).catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return null
      throw error
    })
    const size = Number(found?.size ?? 0)
    const isOther = (found?.ino ?? null) !== this.#inode || size < this.#position
    if (isOther) {
      this.#reader = sessionReader()
      this.#position = 0
      this.#inode = found?.ino ?? null
      this.#isBroken = false
    }
    if (this.#isBroken) return false
    this.fault = null
    if (found === null || size === this.#position) return isOther
    return (await this.#readTo(path, size)) || isOther
  }

  async #readTo(path: string, size: number): Promise<boolean> {
    const file = await open(path, 'r')
    const from = this.#position
    try {
      for await (const { bytes, position } of wholeLines(file, { from, to: size, chunkBytes })) {
        for (const line of bytes.toString('utf8').split('\n').slice(0, -1))
          this.#reader.read(JSON.parse(line) as JournalLine)
        this.#position = position + bytes.length
      }
    } finally {
      await file.close()
    }
    return this.#position > from
  }
}
