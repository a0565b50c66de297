/** Requests of a size that services take. Source: the limits of the `tinker` package 0.38.0. */
import type { Datum } from './types.ts'

const maxDatums = 1024
const maxBytes = 5_000_000

/** In their order; at least one datum each. */
export function inChunks(data: readonly Datum[]): readonly (readonly Datum[])[] {
  const chunks: Datum[][] = []
  let bytes = Infinity
  for (const datum of data) {
    const size = bytesOf(datum)
    const current = chunks.at(-1)
    if (current === undefined || current.length === maxDatums || bytes + size > maxBytes) {
      chunks.push([datum])
      bytes = size
    } else {
      current.push(datum)
      bytes += size
    }
  }
  return chunks
}

const bytesOf = ({ tokens, inputs }: Datum): number =>
  4 * tokens.length +
  Object.values(inputs).reduce((sum, { dtype, data }) => sum + (dtype === 'int64' ? 8 : 4) * data.length, 0)
