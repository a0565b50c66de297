import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { isTree, type Tree } from '../../config/tree.ts'
import { parsedJson } from '../../text/parsed.ts'
import type { WatchedFolder } from './watched-folder.ts'

/** Most bytes that lines are read in. */
const maxBytes = 32 << 20

/**
 * The last lines of metrics.jsonl up to an iteration, whole.
 *
 * @param upTo iteration; `null` for the last.
 * @param count most lines.
 * @returns in order; fewer where they would be too long together.
 */
export async function linesUpTo(
  { directory, reader: { series } }: WatchedFolder,
  upTo: number | null,
  count: number,
): Promise<readonly Tree[]> {
  const places = [...series.offset.subarray(0, series.rows)].filter(
    (offset, row) => offset >= 0 && (upTo === null || (series.iteration[row] ?? 0) <= upTo),
  )
  const [from] = places.slice(-count)
  const last = places.at(-1)
  if (from === undefined || last === undefined) return []
  const file = await open(join(directory, 'metrics.jsonl'), 'r')
  try {
    const { size } = await file.stat()
    const next = series.offset.subarray(0, series.rows).find(offset => offset > last) ?? size
    const begin = Math.max(from, next - maxBytes)
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(Math.max(0, next - begin)), position: begin })
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n').map(parsedJson).filter(isTree)
    /* Of a file that was only sampled, more lie before the next place. */
    return lines.filter(({ iteration }) => upTo === null || Number(iteration) <= upTo).slice(-count)
  } finally {
    await file.close()
  }
}
