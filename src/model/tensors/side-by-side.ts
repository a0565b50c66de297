/** Arrays one after another, in one; that itself if it is the only one. */
export function sideBySide(arrays: readonly Float32Array[]): Float32Array {
  const [first, ...others] = arrays
  return first !== undefined && others.length === 0 ? first : concatenated(Float32Array, arrays)
}

/** Numbers one after another, in a fresh array. */
export function concatenated<Numbers extends Float32Array | Int32Array | Uint8Array>(
  Made: new (length: number) => Numbers,
  parts: readonly ArrayLike<number>[],
): Numbers {
  const whole = new Made(parts.reduce((sum, { length }) => sum + length, 0))
  let place = 0
  for (const part of parts) {
    whole.set(part, place)
    place += part.length
  }
  return whole
}
