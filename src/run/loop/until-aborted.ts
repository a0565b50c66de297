import { asError } from '../../contracts/failure.ts'

/**
 * Does work that is not worth finishing once somebody asks to stop: it is broken off at once.
 *
 * @param fail makes whatever the work waits for reject.
 * @throws the signal's reason if it was broken off; else what the work throws.
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
