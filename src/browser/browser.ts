/** A browser that this process has started, and its pages. */
import { z } from 'zod'
import { BrowserError } from './process/browser-error.ts'
import { startBrowser } from './process/browser-process.ts'
import { openPage, type Page, type PageOptions } from './page.ts'
import { openWire, type BrowserEvent } from './process/wire.ts'
import { answerWithin } from './process/answer-within.ts'

export interface Browser {
  readonly processId: number
  /** Whether it still runs. */
  readonly alive: () => boolean
  /** A page that shares nothing with the others, neither storage nor process. */
  readonly open: (options: PageOptions) => Promise<Page>
  /** Ends it at once, with all its pages and processes. */
  readonly kill: () => Promise<void>
}

/** Most milliseconds until the browser itself answers, also one that has just been started. */
const browserMs = 60_000

const version = z.object({ product: z.string() })
const contextMade = z.object({ browserContextId: z.string() })
const targetMade = z.object({ targetId: z.string() })
const attached = z.object({ sessionId: z.string() })
const targetInfo = z.object({
  targetInfo: z.object({ targetId: z.string(), type: z.string(), openerId: z.string().optional() }),
})
const crashed = z.object({ targetId: z.string() })

/**
 * @param path of the program.
 * @throws {BrowserError} `lost`, with the browser's last words, if it cannot be started.
 */
export async function launchBrowser(path: string): Promise<Browser> {
  const child = await startBrowser(path)
  const wire = openWire(child.commands, child.replies)
  /** The session of each page, by its target. */
  const sessions = new Map<string, string>()
  let alive = true
  void child.ended.then(words => {
    alive = false
    wire.close(words === '' ? 'the browser has ended' : `the browser has ended: ${words}`)
  })
  const deadline = { milliseconds: browserMs, onLate: () => void child.kill() }
  const root = async <T>(method: string, params: object, shape: z.ZodType<T>): Promise<T> =>
    shape.parse(await answerWithin(method, deadline, wire.send('', method, params)))

  const onEvent = ({ method, params }: BrowserEvent): void => {
    if (method === 'Target.targetCreated') {
      const { targetInfo: made } = targetInfo.parse(params)
      /* A window that a page has opened. */
      if (made.openerId !== undefined) wire.send('', 'Target.closeTarget', { targetId: made.targetId }).catch(() => {})
    }
    if (method === 'Target.targetCrashed') {
      const { targetId } = crashed.parse(params)
      const session = sessions.get(targetId)
      sessions.delete(targetId)
      if (session !== undefined) wire.forget(session, 'the page has crashed')
    }
  }
  wire.listen('', { onEvent, onLost: () => {} })

  const open = async (options: PageOptions): Promise<Page> => {
    const { browserContextId } = await root('Target.createBrowserContext', { disposeOnDetach: true }, contextMade)
    const { targetId } = await root('Target.createTarget', { url: 'about:blank', browserContextId }, targetMade)
    const { sessionId } = await root('Target.attachToTarget', { targetId, flatten: true }, attached)
    sessions.set(targetId, sessionId)
    await root('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId }, z.unknown())
    return openPage(
      {
        frame: targetId,
        /* What is sent to a page that has crashed is never answered. */
        send: async (method, params) => {
          if (!sessions.has(targetId)) throw new BrowserError('lost', 'the page has crashed, or was closed')
          return wire.send(sessionId, method, params)
        },
        listen: listener => wire.listen(sessionId, listener),
        condemn: () => void child.kill(),
        close: async () => {
          sessions.delete(targetId)
          wire.forget(sessionId, 'the page was closed')
          await root('Target.disposeBrowserContext', { browserContextId }, z.unknown()).catch(() => {})
        },
      },
      options,
    )
  }

  try {
    await root('Browser.getVersion', {}, version)
    await root('Target.setDiscoverTargets', { discover: true }, z.unknown())
  } catch (thrown) {
    await child.kill()
    throw thrown instanceof BrowserError
      ? new BrowserError('lost', `the browser ${path} could not be started: ${thrown.message}`)
      : thrown
  }
  return { processId: child.processId, alive: () => alive, open, kill: child.kill }
}
