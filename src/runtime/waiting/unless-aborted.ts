import { asError } from '../../contracts/failure.ts'

/** Waits for work until a signal is aborted; the work continues. @throws the signal's reason, or the work's error. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(asError(signal?.reason))
    signal?.addEventListener('abort', leave)
    if (signal?.aborted === true) leave()
    work.finally(() => signal?.removeEventListener('abort', leave)).then(resolve, reject)
  })
}
