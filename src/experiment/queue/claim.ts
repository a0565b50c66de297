/** A worker's hold on a run: whatever it writes counts only while no other has taken the run. */
import { randomUUID } from 'node:crypto'
import { oneAfterAnother } from '../../streams/one-after-another.ts'
import type { KeptEntry, WorkKey } from '../../runtime/machines/queue/durable-queue.ts'
import type { RunEntry, RunQueue } from './run-queue.ts'

/** Another makes the run, or nobody wants it any more. */
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError'
}

export interface Claim {
  /** As it was read or written last. */
  readonly entry: () => RunEntry
  /** Looks what has become of it. @throws {ClaimLostError} if it was lost. */
  readonly renew: () => Promise<RunEntry>
  /** @throws {ClaimLostError} if it was lost. */
  readonly write: (change: Partial<RunEntry>) => Promise<void>
}

/** Takes the run from its maker, if it has one. @returns `null` if there is nothing to be made. */
export async function claimRun(
  queue: Pick<RunQueue, 'read' | 'write'>,
  key: WorkKey,
  worker: string,
): Promise<Claim | null> {
  const maker = { worker, lease: randomUUID() }
  for (;;) {
    const found = await queue.read(key)
    if (found === null || found.entry.end !== null) return null
    const losses = found.entry.losses + (found.entry.maker === null ? 0 : 1)
    const entry = { ...found.entry, maker, losses }
    const revision = await queue.write(key, entry, found.revision)
    if (revision !== null) return holdOn({ queue, key, lease: maker.lease }, { entry, revision })
  }
}

interface Held {
  readonly queue: Pick<RunQueue, 'read' | 'write'>
  readonly key: WorkKey
  readonly lease: string
}

function holdOn({ queue, key, lease }: Held, claimed: KeptEntry<RunEntry>): Claim {
  let current = claimed
  let renewing: Promise<void> | null = null
  const inOrder = oneAfterAnother()

  const read = async (): Promise<void> => {
    const there = await queue.read(key)
    if (there === null || there.entry.maker?.lease !== lease)
      throw new ClaimLostError(`${there?.entry.maker?.worker ?? 'the experiment'} has taken ${key.name}`)
    if (there.revision > current.revision) current = there
  }
  const write = async (change: Partial<RunEntry>): Promise<void> => {
    for (;;) {
      const entry = { ...current.entry, ...change }
      const revision = await queue.write(key, entry, current.revision)
      if (revision !== null) {
        current = { entry, revision }
        return
      }
      await read()
    }
  }

  return {
    entry: () => current.entry,
    renew: async () => {
      renewing ??= inOrder(read).finally(() => (renewing = null))
      await renewing
      return current.entry
    },
    write: change => inOrder(() => write(change)),
  }
}
