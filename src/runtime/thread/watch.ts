const checks = 4

/**
 * Calls `hung` once if `beats[0]` stands still for about `allowanceMs`. It counts looks, not time: when
 * the watching thread is itself blocked it looks less often, and does not take its own pause for a hang.
 *
 * @returns stops watching.
 */
export function watch(beats: Int32Array, allowanceMs: number, hung: () => void): () => void {
  let last = -1
  let missed = 0
  const timer = setInterval(() => {
    const count = Atomics.load(beats, 0)
    missed = count === last ? missed + 1 : 0
    last = count
    if (missed < checks) return
    clearInterval(timer)
    hung()
  }, allowanceMs / checks)
  return () => clearInterval(timer)
}
