/** Integers of tensors, which are 64 bits wide on the wire and 32 here. */

export const maxInt32 = 2 ** 31 - 1

/** @throws {RangeError} naming the tensor, if a value is no integer of 32 bits. */
export const integersFrom = (name: string, values: readonly (number | null)[]): Int32Array =>
  Int32Array.from(values, value => {
    if (value === null || (value | 0) !== value)
      throw new RangeError(`${name} must hold integers of 32 bits, got ${value}`)
    return value
  })
