/** The memory of an interpreter that has just started. Starting from it takes a sixth of the time of a cold start. */
import { crashed } from '../../contracts/failure.ts'
import { FailedError } from '../../runtime/errors/failed-error.ts'
import { startProcess } from '../../runtime/process/start-process.ts'
import { nodeOptions } from './node-options.ts'

interface ImageMaker {
  /**
   * Made at the first call, by a process that runs no program, and kept in memory that threads share; it is read-only.
   *
   * @throws {FailedError} `crashed` if the process ended before; `stopped` if closed. The next call tries again.
   */
  readonly image: () => Promise<Uint8Array>
  readonly close: () => void
}

const actor = 'image of pyodide'

export function createImageMaker(): ImageMaker {
  let making: Promise<Uint8Array> | undefined
  let kill = (): void => {}
  let closed = false

  return {
    image() {
      making ??= make().catch((thrown: unknown) => {
        making = undefined
        throw new FailedError(closed ? { kind: 'stopped', actor } : crashed(actor, thrown))
      })
      return making
    },
    close() {
      closed = true
      kill()
    },
  }

  async function make(): Promise<Uint8Array> {
    if (closed) throw new Error('closed')
    let receive = (_: unknown): void => {}
    const received = new Promise<unknown>(resolve => (receive = resolve))
    const process = startProcess({ module: new URL('./make-image.js', import.meta.url), nodeOptions }, receive)
    kill = process.kill
    const ended = process.ended.then(how => {
      throw new Error(`it ${how}`)
    })
    /* The only teller is make-image.ts. */
    const bytes = (await Promise.race([received, ended])) as Uint8Array
    const image = new Uint8Array(new SharedArrayBuffer(bytes.length))
    image.set(bytes)
    return image
  }
}
