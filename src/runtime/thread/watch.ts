const checks = 4

/**
 * Calls `hung` once, with the time that was allowed, if `beats[0]` stands still for about `allowanceMs`, or for
 * the lease in `beats[1]` if that is longer. It counts looks, not time: when the watching thread is itself blocked
 * it looks less often, and does not take its own pause for a hang.
 *
 * @returns stops watching.
 */
export function watch(beats: Int32Array, allowanceMs: number, hung: (allowedMs: number) => void): () => void {
  const lookMs = allowanceMs / checks
  let last = -1
  let missed = 0
  const timer = setInterval(() => {
    /* The lease first: it is shortened after a beat. */
    const allowedMs = Math.max(allowanceMs, Atomics.load(beats, 1))
    const count = Atomics.load(beats, 0)
    missed = count === last ? missed + 1 : 0
    last = count
    if (missed * lookMs < allowedMs) return
    clearInterval(timer)
    hung(allowedMs)
  }, lookMs)
  return () => clearInterval(timer)
}
