import { openPeer, type Peer } from '../engine/peer.ts'
import { NotPrepared } from './comparison.ts'

/** Both sides have one thread to compute with, unless told. */
export const threads = 1

/** @throws {NotPrepared} with what is missing. */
export async function startPeer(script: string, python: string, count = threads): Promise<Peer> {
  let missing = 'unknown'
  const peer = await openPeer(script, count, { python, onMissing: reason => (missing = reason) })
  if (peer === null) throw new NotPrepared(missing)
  return peer
}
