/**
 * Weights for the items of two classes, so that both count alike and the mean weight is 1; both 1 where a class is empty.
 *
 * @param first items of the one class, at least 0.
 * @param second items of the other.
 */
export function classWeights(first: number, second: number): readonly [number, number] {
  if (first === 0 || second === 0) return [1, 1]
  const total = first + second
  return [total / (2 * first), total / (2 * second)]
}
