/** A page of a browser: contained, with deadlines, and on request with a stopped clock. */
import { z } from 'zod'
import type { BrowserEvent, Listener } from './process/wire.ts'
import { contain, type Serve } from './containment.ts'
import { BrowserError } from './process/browser-error.ts'
import { answerWithin } from './process/answer-within.ts'

export interface PageOptions {
  readonly width: number
  readonly height: number
  /** Answers every request of the page. */
  readonly serve: Serve
  /** Most milliseconds for a command. */
  readonly deadlineMs: number
  /** Run in every document before its own scripts, out of their reach. */
  readonly script: string
}

/** Commands of one page. */
interface PageWire {
  /** The frame of the page itself, which frames in it are not. */
  readonly frame: string
  readonly send: (method: string, params: object) => Promise<unknown>
  readonly listen: (listener: Listener) => void
  /** Called when the page did not answer in time. */
  readonly condemn: () => void
  readonly close: () => Promise<void>
}

/** Where an expression is evaluated: among the page's own scripts, or apart from them, where `script` was run. */
export type ScriptWorld = 'page' | 'apart'

export interface Page {
  /** @throws {BrowserError} `hung` after the deadline, for which the browser is killed; `lost`, `refused`. */
  readonly call: <T>(method: string, params: object, shape: z.ZodType<T>) => Promise<T>
  /** Sends a command whose answer may never come, such as a mouse move while the clock is stopped. */
  readonly post: (method: string, params: object, onAnswer?: () => void) => void
  /** @throws {BrowserError} `refused` if the expression throws, too. */
  readonly evaluate: <T>(world: ScriptWorld, expression: string, shape: z.ZodType<T>) => Promise<T>
  /** Loads a document; from then on the page may go nowhere. @throws {BrowserError} `refused` if it is not there. */
  readonly goto: (url: string) => Promise<void>
  /** Stops the clock of the page: dates, timers, animations. @param atMs the date, since 1970. */
  readonly freeze: (atMs: number) => Promise<void>
  /** Lets the frozen clock run for so long. */
  readonly advance: (milliseconds: number) => Promise<void>
  /** Navigations that were stopped since the document was loaded. */
  readonly stoppedNavigations: () => number
  readonly close: () => Promise<void>
}

/** An awaited event. */
interface Awaited {
  readonly resolve: () => void
  readonly reject: (reason: BrowserError) => void
}

export const nothing = z.unknown()
const scriptWorldName = 'apart'
const contextCreated = z.object({
  context: z.object({
    id: z.number(),
    name: z.string(),
    auxData: z.object({ isDefault: z.boolean(), frameId: z.string() }),
  }),
})
const evaluated = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z
    .object({ text: z.string(), exception: z.object({ description: z.string() }).partial().optional() })
    .optional(),
})

/** The reply to a navigation that leads nowhere is no error, but says why. */
const begun = z.object({ errorText: z.string().optional() })
const requireBegun = ({ errorText }: z.infer<typeof begun>): void => {
  if (errorText !== undefined) throw new BrowserError('refused', errorText)
}

export async function openPage(wire: PageWire, options: PageOptions): Promise<Page> {
  const { width, height, serve, deadlineMs, script } = options
  const contexts = new Map<ScriptWorld, number>()
  const awaited = new Map<string, Awaited>()
  let loading = false
  let stopped = 0

  const post = (method: string, params: object, onAnswer: () => void = () => {}): void => {
    wire.send(method, params).then(onAnswer, () => {})
  }
  const containment = {
    serve,
    mayNavigate: () => loading,
    onNavigation: () => {
      stopped += 1
    },
  }

  const onEvent = (event: BrowserEvent): void => {
    if (contain(containment, event, post)) return
    if (event.method === 'Runtime.executionContextsCleared') contexts.clear()
    if (event.method === 'Runtime.executionContextCreated') {
      const { context } = contextCreated.parse(event.params)
      if (context.auxData.frameId !== wire.frame) return
      if (context.name === scriptWorldName) contexts.set('apart', context.id)
      else if (context.auxData.isDefault) contexts.set('page', context.id)
    }
    awaited.get(event.method)?.resolve()
  }
  const onLost = (reason: BrowserError): void => {
    for (const { reject } of awaited.values()) reject(reason)
  }
  wire.listen({ onEvent, onLost })

  const deadline = { milliseconds: deadlineMs, onLate: wire.condemn }
  const call = async <T>(method: string, params: object, shape: z.ZodType<T>): Promise<T> =>
    shape.parse(await answerWithin(method, deadline, wire.send(method, params)))
  /** Sends a command, and waits for the event that follows it. */
  const callUntil = async (method: string, params: object, event: string): Promise<void> => {
    const came = new Promise<void>((resolve, reject) => void awaited.set(event, { resolve, reject }))
    try {
      await Promise.all([call(method, params, begun).then(requireBegun), answerWithin(event, deadline, came)])
    } finally {
      /* It is no longer awaited after a command that failed. */
      awaited.get(event)?.resolve()
      awaited.delete(event)
    }
  }

  const evaluate = async <T>(world: ScriptWorld, expression: string, shape: z.ZodType<T>): Promise<T> => {
    const contextId = contexts.get(world)
    if (contextId === undefined) throw new BrowserError('refused', 'the page has no document')
    const params = { expression, contextId, returnByValue: true, awaitPromise: true }
    const { result, exceptionDetails } = await call('Runtime.evaluate', params, evaluated)
    if (exceptionDetails === undefined) return shape.parse(result.value)
    throw new BrowserError('refused', exceptionDetails.exception?.description ?? exceptionDetails.text)
  }

  await Promise.all([
    call('Page.enable', {}, nothing),
    call('Runtime.enable', {}, nothing),
    call('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, nothing),
    call('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false }, nothing),
    call('Emulation.setFocusEmulationEnabled', { enabled: true }, nothing),
    call('Page.addScriptToEvaluateOnNewDocument', { source: script, worldName: scriptWorldName }, nothing),
  ])

  return {
    call,
    post,
    evaluate,
    goto: async url => {
      loading = true
      try {
        await callUntil('Page.navigate', { url }, 'Page.loadEventFired')
      } finally {
        loading = false
      }
    },
    freeze: atMs =>
      call('Emulation.setVirtualTimePolicy', { policy: 'pause', initialVirtualTime: atMs / 1000 }, nothing).then(
        () => {},
      ),
    advance: milliseconds =>
      callUntil(
        'Emulation.setVirtualTimePolicy',
        { policy: 'advance', budget: milliseconds },
        'Emulation.virtualTimeBudgetExpired',
      ),
    stoppedNavigations: () => stopped,
    close: wire.close,
  }
}
