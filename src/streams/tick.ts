/**
 * Resolves once everything that has already reached this thread has been delivered: message
 * ports are read in the poll phase of the event loop, and `setImmediate` runs after it.
 */
export const tick = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

/** What arrives in the first of two ticks may be queued in it, and is delivered in the second. @param once one of them. */
export async function twoTicks(once = tick): Promise<void> {
  await once()
  await once()
}
