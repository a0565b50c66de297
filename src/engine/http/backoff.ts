/** How long to wait before a request is sent again, ms: longer each time. @param attempts made so far, at least 1. */
export const backoffMs = (attempts: number): number => Math.min(10_000, 200 * 2 ** (attempts - 1))
