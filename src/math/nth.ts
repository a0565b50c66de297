/**
 * `items[index]`, checked: for an index whose type cannot show that it is in range. A loop over numbers that has to be
 * fast reads its array itself.
 *
 * @throws {RangeError} if there is no item at `index`, naming it and the length.
 */
export function nth<T>(items: ArrayLike<T>, index: number): T {
  const item = items[index]
  if (item === undefined) throw new RangeError(`index must be in [0, ${items.length}), got ${index}`)
  return item
}
