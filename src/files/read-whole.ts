import { open, readFile } from 'node:fs/promises'
import { systemCode } from './system-code.ts'

/** Most that one read may ask for. */
const pieceBytes = 2 ** 30

/** A file's bytes. `readFile` refuses 2 GiB and more, which checkpoints of half a billion parameters have. */
export async function readWhole(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (thrown) {
    if (systemCode(thrown) !== 'ERR_FS_FILE_TOO_LARGE') throw thrown
  }
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
