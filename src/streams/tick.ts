/**
 * Resolves once everything that has already reached this thread has been delivered: message
 * ports are read in the poll phase of the event loop, and `setImmediate` runs after it.
 */
export const tick = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
