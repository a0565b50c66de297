import { stat } from 'node:fs/promises'

/** A stamp that changes whenever the file does, empty without a file; and when it was changed, ms since 1970. */
export async function fileStamp(path: string): Promise<{ readonly stamp: string; readonly changedMs: number }> {
  try {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true })
    return { stamp: `${ino} ${size} ${mtimeNs}`, changedMs: Number(mtimeNs) / 1e6 }
  } catch {
    return { stamp: '', changedMs: 0 }
  }
}
