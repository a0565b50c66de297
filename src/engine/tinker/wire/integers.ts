/** Integers of tensors, which are 64 bits wide on the wire and 32 here. */

export const maxInt32 = 2 ** 31 - 1

/** @throws {RangeError} naming the tensor, if a value is no integer of 32 bits. */
export function integersFrom(name: string, values: ArrayLike<number | null>): Int32Array {
  const integers = new Int32Array(values.length)
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]!
    if (value === null || (value | 0) !== value)
      throw new RangeError(`${name} must hold integers of 32 bits, got ${value}`)
    integers[index] = value
  }
  return integers
}
