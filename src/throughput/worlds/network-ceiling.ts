import type { Network } from '../../contracts/models/network.ts'

/** Rows of a run that are tried. */
const ceilingBatches = [64, 128, 256, 512, 1024] as const

/**
 * Rows a second of a network driven alone, at its fastest batch size: the upper bound of any way of feeding it.
 *
 * @param seconds for all batches together.
 */
export async function networkCeiling(
  network: Network,
  { seconds, now }: { readonly seconds: number; readonly now: () => number },
): Promise<number> {
  const lengthMs = (seconds * 1000) / ceilingBatches.length
  let best = 0
  for (const batch of ceilingBatches) {
    const rows = Float32Array.from({ length: batch * network.inputs }, (_, index) => (index % 17) / 17 - 0.5)
    await network.run(rows, batch)
    const began = now()
    let runs = 0
    while (now() - began < lengthMs) {
      await network.run(rows, batch)
      runs += 1
    }
    best = Math.max(best, (runs * batch * 1000) / (now() - began))
  }
  return best
}
