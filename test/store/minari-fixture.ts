/** The data sets that scripts/record-minari.py writes, as they must be read. */
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { readTransitions } from '../../src/store/read-transitions.ts'

const rows = Array.from({ length: 11 }, (_, episode) =>
  Array.from({ length: 2 + episode }, (__, step) => ({ episode, step, last: step === 1 + episode })),
).flat()

/** @param folder with both files. */
export async function readsMinari(t: ExecutionContext, folder: string): Promise<void> {
  const plain = (episode: number, step: number) => [episode, step, episode * step]
  const sets = { plain, dictionary: (episode: number, step: number) => [episode, 0 - step, ...plain(episode, step)] }
  for (const [name, seen] of Object.entries(sets)) {
    const sizes = { observation: seen(0, 0).length, action: 2 }
    t.deepEqual(await readTransitions(join(folder, `${name}.hdf5`), sizes), {
      observation: Float32Array.from(rows.flatMap(({ episode, step }) => seen(episode, step))),
      action: Float32Array.from(rows.flatMap(({ episode, step }) => [step / 8, 0 - episode / 16])),
      reward: Float32Array.from(rows, ({ step }) => step - 0.5),
      ending: Uint8Array.from(rows, ({ last, episode }) => (!last ? 0 : episode % 2 === 0 ? 1 : 2)),
      nextObservation: Float32Array.from(rows.flatMap(({ episode, step }) => seen(episode, step + 1))),
    })
  }
}
