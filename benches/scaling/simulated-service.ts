import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** How fast the simulated models are, and what they write: stated, not measured. */
export interface ServiceSpeed {
  /** Until the first token of an answer, ms. */
  readonly firstTokenMs: number
  /** Each token of an answer, ms. */
  readonly tokenMs: number
  /** Of passes for training, all together, with a gradient or without. */
  readonly passTokensPerSecond: number
  /** Of the policy. */
  readonly action: readonly number[]
  /** Of the judge, one of them each time. */
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
  const child = fork(fileURLToPath(new URL('./tinker-server.js', import.meta.url)), [JSON.stringify(speed)])
  const said = async (): Promise<unknown> => (await once(child, 'message'))[0]
  const { port } = z.object({ port: z.number() }).parse(await said())
  return {
    url: `http://127.0.0.1:${port}`,
    asked: async () => {
      const answer = said()
      child.send('asked')
      return asked.parse(await answer)
    },
    stop: () => child.disconnect(),
  }
}
