interface Numbers {
  [place: number]: number
  readonly set: (values: ArrayLike<number>, place: number) => void
  readonly subarray: (start: number, end: number) => ArrayLike<number>
}

/** Up to so many numbers it takes longer to make a view of them than to copy them one by one. */
const fewNumbers = 32

/** Copies `size` numbers of one typed array to another of its type. */
export function copyRow(to: Numbers, place: number, from: Numbers, start: number, size: number): void {
  if (size > fewNumbers) to.set(from.subarray(start, start + size), place)
  else for (let index = 0; index < size; index += 1) to[place + index] = from[start + index]!
}
