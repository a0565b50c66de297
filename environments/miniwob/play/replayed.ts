/** An episode that outlives its browser: it is what its actions make of its task, so another page can take it up. */
import { isBrowserError } from '../../../src/browser/process/browser-error.ts'
import type { LivePage } from './live-page.ts'

/** Most pages for one action: of browsers that died, by whatever cause, and of those that this episode itself made hang. */
const [maxLost, maxHung] = [10, 2]

/**
 * @param open begins the episode in a new page.
 * @throws {BrowserError} after so many tries.
 */
export async function replayedEpisode(open: () => Promise<LivePage>): Promise<LivePage> {
  const taken: string[] = []
  let page: LivePage | null = null
  let closed = false

  const reopened = async (): Promise<LivePage> => {
    const next = await open()
    page = next
    for (const text of taken) await next.act(text)
    return next
  }
  const drop = async (): Promise<void> => {
    const old = page
    page = null
    await old?.close()
  }
  const surviving = async <T>(work: (page: LivePage) => Promise<T>): Promise<T> => {
    for (let lost = 0, hung = 0; ;) {
      try {
        return await work(page ?? (await reopened()))
      } catch (thrown) {
        await drop()
        if (isBrowserError(thrown, 'lost')) lost += 1
        else if (isBrowserError(thrown, 'hung')) hung += 1
        else throw thrown
        if (closed || lost >= maxLost || hung >= maxHung) throw thrown
      }
    }
  }

  const first = await surviving(live => Promise.resolve(live))
  return {
    goal: first.goal,
    opening: first.opening,
    act: async text => {
      const standing = await surviving(live => live.act(text))
      taken.push(text)
      return standing
    },
    close: async () => {
      closed = true
      await drop()
    },
  }
}
