import { z } from 'zod'
import { inOwnProcess } from './own-process.ts'

/** How fast the simulated model is: what is stated, not what was measured. */
export interface ModelSpeed {
  /** Until the first token of an answer, ms: the network, the queue of the server and reading the prompt. */
  readonly firstTokenMs: number
  /** Each token of an answer, ms. */
  readonly tokenMs: number
  readonly policyTokens: number
  readonly voteTokens: number
}

export interface SimulatedServer {
  readonly url: string
  /** Most requests that it had at once. */
  readonly busiest: () => Promise<number>
  readonly stop: () => void
}

export async function simulatedServer(speed: ModelSpeed): Promise<SimulatedServer> {
  const { url, ask, stop } = await inOwnProcess('./server.js', speed)
  return { url, busiest: async () => z.object({ busiest: z.number() }).parse(await ask('busiest')).busiest, stop }
}
