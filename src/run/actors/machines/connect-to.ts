/** The connection to NATS of a run or an experiment. Loaded when it is asked for, with its client. */
import { connectNats, type NatsBus } from '../../../runtime/machines/nats-bus.ts'

/** As `NatsOptions`. */
interface Server {
  readonly url: string
  readonly waitSeconds?: number
}

interface Connected {
  readonly bus: NatsBus
  /** Longest wait for a worker, ms. */
  readonly waitMs: number
}

/**
 * @param name by which the server knows the connection.
 * @throws {RangeError} if NATS cannot be used; {Error} if its server cannot be reached.
 */
export async function connectTo({ url, waitSeconds = 60 }: Server, name: string): Promise<Connected> {
  if (!(waitSeconds > 0 && waitSeconds < 2 ** 20))
    throw new RangeError(`nats.waitSeconds must be in (0, 2²⁰), got ${waitSeconds}`)
  return { bus: await connectNats(url, name), waitMs: 1_000 * waitSeconds }
}
