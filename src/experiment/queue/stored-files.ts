/** The files of a run in a store of objects: each is made of pieces, so that of a record that has grown its new end alone is stored. */
import { createHash } from 'node:crypto'
import type { Objects } from '../../runtime/machines/queue/durable-queue.ts'
import type { FileChange, FileChanges, SeenFiles } from './run-files.ts'

interface Piece {
  /** Name of its object, by the contents. */
  readonly object: string
  /** Bytes. */
  readonly length: number
}

interface StoredFile {
  readonly path: string
  readonly pieces: readonly Piece[]
}

/** In the order in which they are to be written; data alone. */
export type StoredFiles = readonly StoredFile[]

/** So many pieces are replaced by one. */
const mostPieces = 32

/** Has the next `fileChanges` tell all of each file of too many pieces. */
export function forgetScattered(files: StoredFiles, seen: SeenFiles): void {
  for (const { path, pieces } of files) if (pieces.length >= mostPieces) seen.delete(path)
}

/** @param folder before the names of the objects. @returns the files after the changes. */
export async function storeChanges(
  objects: Objects,
  folder: string,
  before: StoredFiles,
  { changed, removed }: FileChanges,
): Promise<StoredFiles> {
  const gone = new Set([...removed, ...changed.map(({ path }) => path)])
  const stored: StoredFile[] = []
  for (const { path, bytes, from } of changed) {
    const piece = { object: `${folder}/${createHash('sha256').update(bytes).digest('hex')}`, length: bytes.length }
    await objects.put(piece.object, bytes)
    const earlier = from === undefined ? [] : (before.find(file => file.path === path)?.pieces ?? [])
    stored.push({ path, pieces: [...earlier, piece] })
  }
  return [...before.filter(({ path }) => !gone.has(path)), ...stored]
}

/** Objects of `before` that `after` has not. */
export function droppedObjects(before: StoredFiles, after: StoredFiles): readonly string[] {
  const kept = new Set(after.flatMap(({ pieces }) => pieces.map(({ object }) => object)))
  return [...new Set(before.flatMap(({ pieces }) => pieces.map(({ object }) => object)))].filter(
    object => !kept.has(object),
  )
}

/** @returns what makes files of `before` those of `after`; `null` if objects of these have been removed meanwhile. */
export async function fetchChanges(
  objects: Objects,
  before: StoredFiles,
  after: StoredFiles,
): Promise<FileChanges | null> {
  const changed: FileChange[] = []
  const earlier = new Map(before.map(({ path, pieces }) => [path, pieces]))
  for (const { path, pieces } of after) {
    const known = earlier.get(path)
    const same = known !== undefined && known.every(({ object }, index) => object === pieces[index]?.object)
    if (same && known.length === pieces.length) continue
    const since = same ? known.length : 0
    const parts: Uint8Array[] = []
    for (const { object } of pieces.slice(since)) {
      const bytes = await objects.get(object)
      if (bytes === null) return null
      parts.push(bytes)
    }
    const from = pieces.slice(0, since).reduce((sum, { length }) => sum + length, 0)
    changed.push({ path, bytes: new Uint8Array(Buffer.concat(parts)), ...(from === 0 ? {} : { from }) })
  }
  const there = new Set(after.map(({ path }) => path))
  return { changed, removed: before.flatMap(({ path }) => (there.has(path) ? [] : [path])) }
}
