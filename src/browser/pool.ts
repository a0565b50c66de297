/** So many pages at once in one browser, which is started when the first is wanted and again when it has died. */
import type { Browser } from './browser.ts'
import type { Page, PageOptions } from './page.ts'

export interface PagePool {
  /**
   * A page, as soon as there is room; those who came first go first. Closing it makes room.
   *
   * @throws {Error} if the signal is aborted before.
   * @throws {BrowserError} `lost` or `hung` if the browser dies meanwhile, or cannot be started.
   */
  readonly open: (options: PageOptions, signal: AbortSignal) => Promise<Page>
  /** The process of the browser; `null` while none runs. */
  readonly processId: () => number | null
  /** Ends the browser. The next page starts another. */
  readonly close: () => Promise<void>
}

const givenUp = (): Error => new Error('no request waits for the page any more')

/** @param size most pages at once, at least 1. */
export function pagePool(launch: () => Promise<Browser>, size: number): PagePool {
  let starting: Promise<Browser> | null = null
  let running: Browser | null = null
  let free = size
  const queue: (() => void)[] = []

  const browser = async (): Promise<Browser> => {
    if (running?.alive() === true) return running
    starting ??= launch().finally(() => void (starting = null))
    running = await starting
    return running
  }
  const takeRoom = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        queue.splice(queue.indexOf(enter), 1)
        reject(givenUp())
      }
      const enter = (): void => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      if (signal.aborted) return reject(givenUp())
      if (free > 0) {
        free -= 1
        return resolve()
      }
      queue.push(enter)
      signal.addEventListener('abort', leave, { once: true })
    })
  /** To the one who waits longest, if there is one. */
  const giveRoom = (): void => {
    const next = queue.shift()
    if (next === undefined) free += 1
    else next()
  }

  return {
    open: async (options, signal) => {
      await takeRoom(signal)
      try {
        const page = await (await browser()).open(options)
        let open = true
        return {
          ...page,
          close: async () => {
            if (!open) return
            open = false
            await page.close()
            giveRoom()
          },
        }
      } catch (thrown) {
        giveRoom()
        throw thrown
      }
    },
    processId: () => (running?.alive() === true ? running.processId : null),
    close: async () => {
      /* One that is being started would outlive the pool. */
      await (await starting?.catch(() => null))?.kill()
      await running?.kill()
    },
  }
}
