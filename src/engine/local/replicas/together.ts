/**
 * Does all parts of a call side by side. The first begins last: it is this thread's own and keeps it busy, while the
 * others are computed by other threads. All of them have ended when this settles.
 *
 * @throws the error of the first that failed.
 */
export async function together<T>(parts: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
  const begun = parts.toReversed().map(part => part())
  const settled = (await Promise.allSettled(begun)).toReversed()
  return settled.map(result => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}
