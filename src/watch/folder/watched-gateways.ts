/** All gateways that are watched: folders with a journal. */
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isFile } from './find-runs.ts'
import { JournalReader } from './journal-reader.ts'
import { journalPath } from '../../gateway/journal.ts'

export class WatchedGateways {
  readonly #paths: readonly string[]
  #readers: readonly JournalReader[] = []

  /** @param paths gateways, or folders of them. */
  constructor(paths: readonly string[]) {
    this.#paths = paths
  }

  get readers(): readonly JournalReader[] {
    return this.#readers
  }

  /** @param isScan whether it looks for new ones. @returns whether anything has changed. */
  async advance(isScan: boolean): Promise<boolean> {
    const before = this.#readers
    if (isScan) {
      const found = (await Promise.all(this.#paths.map(gatewaysIn))).flat()
      const known = new Map(before.map(reader => [reader.directory, reader]))
      this.#readers = [...new Set(found)].map(directory => known.get(directory) ?? new JournalReader(directory))
    }
    let isAny = this.#readers.length !== before.length
    for (const reader of this.#readers) if (await reader.advance()) isAny = true
    return isAny
  }
}

async function gatewaysIn(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  const folders = entries.filter(entry => entry.isDirectory()).map(({ name }) => join(path, name))
  const all = [path, ...folders].map(each => resolve(each))
  const isGateway = await Promise.all(all.map(each => isFile(journalPath(each))))
  return all.filter((_, index) => isGateway[index])
}
