/** Requests that clients may send again: each has a number among those of its model, and is worked on once. */
import { createHash } from 'node:crypto'
import { RefusedRequest } from '../../network/refused-request.ts'

interface Numbered {
  /**
   * The number of the promise that this very request was given before, or whatever `work` gives a new one.
   *
   * @param of the model, or the session for one that makes a model.
   * @param body as it was sent.
   * @throws {RefusedRequest} 409 if the number belongs to another request.
   */
  readonly once: (of: string, seq: number | null | undefined, body: string | Uint8Array, work: () => string) => string
  /** Forgets the requests of a model that is gone. */
  readonly forget: (of: string) => void
}

interface Given {
  readonly digest: string
  readonly requestId: string
}

/** Kept for each model: as many as may be sent again. */
const maxKept = 1024

export function createNumbered(): Numbered {
  const models = new Map<string, Map<number, Given>>()
  return {
    once: (of, seq, body, work) => {
      if (seq === null || seq === undefined) return work()
      const own = models.get(of) ?? new Map<number, Given>()
      models.set(of, own)
      const digest = createHash('sha256').update(body).digest('base64')
      const known = own.get(seq)
      if (known !== undefined) {
        if (known.digest !== digest)
          throw new RefusedRequest(409, `the number ${seq} of ${of} belongs to another request`)
        return known.requestId
      }
      const requestId = work()
      own.set(seq, { digest, requestId })
      own.delete(seq - maxKept)
      return requestId
    },
    forget: of => void models.delete(of),
  }
}
