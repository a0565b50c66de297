/** Runs a network on rows of many slabs: gathers them into batches, runs, scatters the outputs. */
import type { SlabPart } from './parts.ts'
import type { Slab } from './slab.ts'
import type { Network } from '../contracts/models/network.ts'

/** Rows of one slab. */
interface SlabRows {
  readonly slab: Slab
  readonly rows: SlabPart
}

/**
 * Engines refuse shared memory, so observations are copied once; whole rows at a time, so that this costs little.
 *
 * @param batch [maxRows × inputs] of the network: where rows are gathered. At most `maxRows` go into one run.
 * @param began called after each run with its number of rows and its duration.
 */
export async function runRows(
  network: Network,
  wanted: readonly SlabRows[],
  batch: Float32Array,
  { now, ran }: { readonly now: () => number; readonly ran: (rows: number, ms: number) => void },
): Promise<void> {
  const { inputs, outputs: width } = network
  const maxRows = batch.length / inputs
  const run = async (pieces: readonly SlabRows[], count: number): Promise<void> => {
    const began = now()
    const outputs = await network.run(batch, count)
    ran(count, now() - began)
    let place = 0
    for (const { slab, rows } of pieces) {
      const next = place + (rows.to - rows.from)
      slab.outputs.set(outputs.subarray(place * width, next * width), rows.from * width)
      slab.answered.set(slab.asked.subarray(rows.from, rows.to), rows.from)
      place = next
    }
  }

  let pieces: SlabRows[] = []
  let filled = 0
  for (const { slab, rows } of wanted) {
    for (let { from } = rows; from < rows.to;) {
      const to = Math.min(rows.to, from + maxRows - filled)
      batch.set(slab.observations.subarray(from * inputs, to * inputs), filled * inputs)
      pieces.push({ slab, rows: { from, to } })
      filled += to - from
      from = to
      if (filled < maxRows) continue
      await run(pieces, filled)
      pieces = []
      filled = 0
    }
  }
  if (filled > 0) await run(pieces, filled)
}
