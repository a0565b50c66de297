/**
 * A checksum of a whole Parquet file inside of it, under a separate key, which other readers ignore: it cannot be parted
 * from the file. Pages have checksums in the format, but the parts between them have none.
 */
import { createHash } from 'node:crypto'

const key = 'rlanything.sha256'
const empty = '0'.repeat(64)

/** For the file's metadata; `sealed` fills it. */
export const emptySeal = [{ key, value: empty }]

/** Result of a file's own checksum: `none` was written by another program, or its key has changed. */
type Seal = 'whole' | 'broken' | 'none'

/** The same bytes with the checksum of all of them, as they are with the empty one. @throws {Error} without an empty one. */
export function sealed(bytes: Uint8Array): Uint8Array {
  const at = placeOf(bytes)
  if (at === null || textAt(bytes, at) !== empty) throw new Error('the file has no empty checksum to be filled')
  const filled = new Uint8Array(bytes)
  filled.set(Buffer.from(checksumOf(bytes, at), 'ascii'), at)
  return filled
}

export function sealOf(bytes: Uint8Array): Seal {
  const at = placeOf(bytes)
  if (at === null) return 'none'
  return textAt(bytes, at) === checksumOf(bytes, at) ? 'whole' : 'broken'
}

/**
 * Where the checksum begins, in the metadata that the file ends with: their length and four letters follow them. Between
 * the key and the checksum are two bytes that say that a text of 64 bytes comes.
 */
function placeOf(bytes: Uint8Array): number | null {
  const end = bytes.length - 8
  if (end < 0) return null
  const length = Buffer.from(bytes.subarray(end, end + 4)).readUInt32LE()
  const metadata = Math.max(0, end - length)
  const found = Buffer.from(bytes.subarray(metadata, end)).lastIndexOf(key)
  const at = metadata + found + key.length + 2
  return found === -1 || at + empty.length > end ? null : at
}

const textAt = (bytes: Uint8Array, at: number): string =>
  Buffer.from(bytes.subarray(at, at + empty.length)).toString('latin1')

/** Of the file with the empty checksum at `at`. */
const checksumOf = (bytes: Uint8Array, at: number): string =>
  createHash('sha256')
    .update(bytes.subarray(0, at))
    .update(empty)
    .update(bytes.subarray(at + empty.length))
    .digest('hex')
