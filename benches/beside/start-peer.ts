import { openPeer, type Peer } from '../engine/peer.ts'
import { NotPrepared } from './comparison.ts'

/** Both sides have one thread to compute with. */
export const threads = 1

/** @throws {NotPrepared} with what is missing. */
export async function startPeer(script: string, python: string): Promise<Peer> {
  let missing = 'unknown'
  const peer = await openPeer(script, threads, { python, onMissing: reason => (missing = reason) })
  if (peer === null) throw new NotPrepared(missing)
  return peer
}
