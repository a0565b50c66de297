/**
 * A page holds what 8 tokens following each other are attended by, for every layer and head of keys: of each head its keys
 * [D, 8] and then its values [8, D]. A list of pages is their places, one after the other.
 */

export const pageLength: i32 = 8

/** Bytes of one head's keys or values. */
export function blockBytes(size: i32): usize {
  return (<usize>(pageLength * size)) << 2
}

/** Place of a head's keys in the page of that number in a list; its values follow. */
export function headIn(list: usize, page: i32, layer: usize, head: i32, size: i32): usize {
  return <usize>load<u32>(list + ((<usize>page) << 2)) + layer + ((<usize>head * blockBytes(size)) << 1)
}
