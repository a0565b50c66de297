/** Runs a network on rows of many buffers: gathers them into batches, runs, scatters the outputs. */
import type { RowRange } from './parts.ts'
import type { WorldBuffer } from './world-buffer.ts'
import type { Network } from '../contracts/models/network.ts'

/** Rows of one buffer. */
interface BufferRows {
  readonly buffer: WorldBuffer
  readonly rows: RowRange
}

/**
 * Engines refuse shared memory, so observations are copied once; whole rows at a time, so that this costs little.
 *
 * @param batch [maxRows × inputs] of the network: where rows are gathered. At most `maxRows` go into one run.
 * @param began called after each run with its number of rows and its duration.
 */
export async function runRows(
  network: Network,
  wanted: readonly BufferRows[],
  batch: Float32Array,
  { now, ran }: { readonly now: () => number; readonly ran: (rows: number, ms: number) => void },
): Promise<void> {
  const { inputs, outputs: width } = network
  const maxRows = batch.length / inputs
  const run = async (pieces: readonly BufferRows[], count: number): Promise<void> => {
    const began = now()
    const outputs = await network.run(batch, count)
    ran(count, now() - began)
    let place = 0
    for (const { buffer, rows } of pieces) {
      const next = place + (rows.to - rows.from)
      buffer.outputs.set(outputs.subarray(place * width, next * width), rows.from * width)
      buffer.answered.set(buffer.asked.subarray(rows.from, rows.to), rows.from)
      place = next
    }
  }

  let pieces: BufferRows[] = []
  let filled = 0
  for (const { buffer, rows } of wanted) {
    for (let { from } = rows; from < rows.to;) {
      const to = Math.min(rows.to, from + maxRows - filled)
      batch.set(buffer.observations.subarray(from * inputs, to * inputs), filled * inputs)
      pieces.push({ buffer, rows: { from, to } })
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
