/**
 * Longest wait for a service that is not there when a run begins, ms: less than an actor may take to get ready, and than a
 * caller waits for the reply to `load`.
 */
export const openingMs = (deadlineMs: number): number => Math.min(deadlineMs, 45_000)
