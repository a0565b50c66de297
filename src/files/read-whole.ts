import { open } from 'node:fs/promises'

/**
 * A file's bytes. `readFile` refuses 2 GiB and more, which checkpoints of half a billion parameters have.
 *
 * @param pieceBytes that one read asks for.
 */
export async function readWhole(path: string, pieceBytes = 2 ** 30): Promise<Buffer> {
  const file = await open(path)
  try {
    const bytes = Buffer.allocUnsafe((await file.stat()).size)
    for (let at = 0; at < bytes.length;) {
      const { bytesRead } = await file.read(bytes, at, Math.min(pieceBytes, bytes.length - at), at)
      if (bytesRead === 0) return bytes.subarray(0, at)
      at += bytesRead
    }
    return bytes
  } finally {
    await file.close()
  }
}
