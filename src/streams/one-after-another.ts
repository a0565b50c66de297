/** Begins each work when the one before it has ended, well or badly. @param first waited for before all of them. */
export function oneAfterAnother(
  first: Promise<unknown> = Promise.resolve(),
): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = first.catch(() => {})
  return work => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}
