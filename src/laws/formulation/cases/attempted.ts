/** The result of the work; `null` if it refuses. */
export function attempted<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
