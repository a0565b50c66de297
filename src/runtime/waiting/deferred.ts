/** A promise and what settles it; only the first settling counts. */
export interface Deferred<T> {
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
}

export function deferred<T>(): Deferred<T> {
  let settle: ((value: T) => void) | undefined
  const promise = new Promise<T>(resolve => (settle = resolve))
  return { promise, resolve: value => settle?.(value) }
}
