import type { FileHandle } from 'node:fs/promises'

const lineBreak = 0x0a

interface WholeLines {
  /** Each with its line break; none where a line is longer than the part read, which is then read anew with more. */
  readonly bytes: Buffer
  /** Of their first byte in the file. */
  readonly position: number
  readonly bytesRead: number
  /** Whether no more follow: the end is read, except for a line that is still being written. */
  readonly isLast: boolean
}

interface LinePart {
  /** Of the first byte, where a line begins, and behind the last. */
  readonly from: number
  readonly to: number
  /** Bytes read at once. */
  readonly chunkBytes: number
  /** Longest line, bytes: no more follow one that is longer. */
  readonly maxLineBytes?: number
}

/** Reads a part of a file up to its last line break. */
export async function* wholeLines(
  file: FileHandle,
  { from, to, chunkBytes, maxLineBytes = Infinity }: LinePart,
): AsyncGenerator<WholeLines> {
  let bytes = chunkBytes
  let position = from
  for (let isLast = from >= to; !isLast;) {
    const length = Math.min(bytes, to - position)
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position })
    const end = buffer.subarray(0, bytesRead).lastIndexOf(lineBreak) + 1
    if (end === 0) bytes *= 2
    isLast = position + bytesRead >= to || bytesRead === 0 || bytes > maxLineBytes
    yield { bytes: buffer.subarray(0, end), position, bytesRead, isLast }
    position += end
  }
}
