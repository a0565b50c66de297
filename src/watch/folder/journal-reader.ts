/** Follows the journal of a gateway: reads additions, and all of it anew where it was rewritten. */
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { reasonOf } from '../../contracts/failure.ts'
import type { JournalLine } from '../../gateway/journal.ts'
import { sessionReader } from '../../gateway/sessions/sessions-in.ts'
import { systemCode } from '../../files/system-code.ts'

const chunkBytes = 1 << 22
const lineBreak = 0x0a

export class JournalReader {
  readonly directory: string
  /** Why it cannot be read further; `null` where it can. */
  fault: string | null = null
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
    const path = join(this.directory, 'turns.jsonl')
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
      this.fault = null
    }
    if (found === null || size === this.#position || this.fault !== null) return isOther
    try {
      return (await this.#readTo(path, size)) || isOther
    } catch (error) {
      this.fault = `${path} cannot be read: ${reasonOf(error)}`
      return true
    }
  }

  async #readTo(path: string, size: number): Promise<boolean> {
    const file = await open(path, 'r')
    const from = this.#position
    try {
      for (let bytes = chunkBytes; this.#position < size;) {
        const wanted = Math.min(bytes, size - this.#position)
        const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(wanted), position: this.#position })
        const end = buffer.subarray(0, bytesRead).lastIndexOf(lineBreak) + 1
        for (const line of buffer.toString('utf8', 0, end).split('\n').slice(0, -1))
          this.#reader.read(JSON.parse(line) as JournalLine)
        this.#position += end
        if (end === 0 && bytesRead < bytes) break
        /* A line is longer than the part read. */
        if (end === 0) bytes *= 2
      }
    } finally {
      await file.close()
    }
    return this.#position > from
  }
}
