/** The last of `items`. @throws {RangeError} if empty. */
export function lastOf<T>(items: ArrayLike<T>): T {
  const item = items[items.length - 1]
  if (item === undefined) throw new RangeError('items must not be empty')
  return item
}
