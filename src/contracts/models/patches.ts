/** How a convolution reads an image: as rows of numbers that are gathered from it, one for each of its squares. */
import type { ConvolutionLayer } from './network-layout.ts'

/** @returns [squares × numbers of a square] places in the image [height × width × channels]. */
export function patchPlaces({
  from: [, width, channels],
  to: [down, across],
  size,
  stride,
}: ConvolutionLayer): Int32Array {
  const square = size * size * channels
  return Int32Array.from({ length: down * across * square }, (_, index) => {
    const [patch, within] = [Math.floor(index / square), index % square]
    const row = Math.floor(patch / across) * stride + Math.floor(within / (size * channels))
    const column = (patch % across) * stride + (Math.floor(within / channels) % size)
    return (row * width + column) * channels + (within % channels)
  })
}

/**
 * The other way: for each of `count` numbers its places among the gathered ones, in their order.
 *
 * @returns [count × most] places; those of a number that has fewer end with `places.length`.
 */
export function gatheredPlaces(
  places: Int32Array,
  count: number,
): { readonly table: Int32Array; readonly most: number } {
  const found = Array.from({ length: count }, (): number[] => [])
  places.forEach((place, index) => found[place]?.push(index))
  const most = Math.max(1, ...found.map(({ length }) => length))
  const table = new Int32Array(count * most).fill(places.length)
  found.forEach((all, place) => table.set(all, place * most))
  return { table, most }
}
