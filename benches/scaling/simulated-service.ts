import { z } from 'zod'
import { inOwnProcess } from './own-process.ts'

/** How fast the simulated models are, and what they write: stated, not measured. */
export interface ServiceSpeed {
  /** Until the first token of an answer, ms. */
  readonly firstTokenMs: number
  /** Each token of an answer, ms. */
  readonly tokenMs: number
  /** Standard deviation of the logarithm of the time of an answer, which stays in [a tenth, ten times] the stated. */
  readonly spread: number
  /** Of passes for training, all together, with a gradient or without. */
  readonly passTokensPerSecond: number
  /** Of the policy. */
  readonly action: readonly number[]
  /** Of the reward model, one of them each time. */
  readonly votes: readonly (readonly number[])[]
}

const asked = z.object({
  /** Most samples that it had under way at once. */
  busiest: z.number(),
  /** When training began, and when the last update was asked for, ms of the clock. */
  firstPassAt: z.number(),
  lastUpdateAt: z.number(),
})

export interface SimulatedService {
  readonly url: string
  readonly asked: () => Promise<z.output<typeof asked>>
  readonly stop: () => void
}

export async function simulatedService(speed: ServiceSpeed): Promise<SimulatedService> {
  const { url, ask, stop } = await inOwnProcess('./tinker-server.js', speed)
  return { url, asked: async () => asked.parse(await ask('asked')), stop }
}
