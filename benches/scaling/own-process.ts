import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** A server in a process of its own, on this machine. */
export interface OwnProcess {
  readonly url: string
  /** Its answer to a word. */
  readonly ask: (word: string) => Promise<unknown>
  readonly stop: () => void
}

/** @param module of the server, beside this one; it sends its port when it listens. @param parameters its only argument, as JSON. */
export async function inOwnProcess(module: string, parameters: object): Promise<OwnProcess> {
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), [JSON.stringify(parameters)])
  const said = async (): Promise<unknown> => (await once(child, 'message'))[0]
  const { port } = z.object({ port: z.number() }).parse(await said())
  return {
    url: `http://127.0.0.1:${port}`,
    ask: async word => {
      const answer = said()
      child.send(word)
      return answer
    },
    stop: () => child.disconnect(),
  }
}
