import { asError } from '../../contracts/failure.ts'

/**
 * Does work that is interrupted at once when the run is asked to stop.
 *
 * @param fail rejects all that the work waits for.
 * @throws the signal's reason if it was broken off; else the work's errors.
 */
export async function untilAborted<T>(
  signal: AbortSignal | undefined,
  fail: (error: Error) => void,
  work: () => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const breakOff = (): void => fail(asError(signal?.reason))
  signal?.addEventListener('abort', breakOff)
  try {
    return await work()
  } finally {
    signal?.removeEventListener('abort', breakOff)
  }
}
