/** Forbidden to a page: reaching anything but the files it is served, keeping dialogs open, opening windows. */
import { z } from 'zod'
import type { BrowserEvent } from './process/wire.ts'

/** A file of a page. */
export interface ServedFile {
  readonly body: Buffer
  /** Of its content, e.g. `text/html; charset=utf-8`. */
  readonly type: string
}

/** The file at a URL; `null` if missing, which fails the request. */
export type Serve = (url: string) => ServedFile | null

/** Sends a command without waiting for its answer. */
type PostCommand = (method: string, params: object) => void

const pausedRequest = z.object({
  requestId: z.string(),
  request: z.object({ url: z.string() }),
  resourceType: z.string(),
})

/** @param mayNavigate asked when a page, or a frame of it, wants to show another document. */
interface Containment {
  readonly serve: Serve
  readonly mayNavigate: () => boolean
  /** Called when a navigation was stopped. */
  readonly onNavigation: () => void
}

/** Answers the events by which a page asks for something; `false` of all others. */
export function contain(
  { serve, mayNavigate, onNavigation }: Containment,
  event: BrowserEvent,
  post: PostCommand,
): boolean {
  switch (event.method) {
    case 'Fetch.requestPaused': {
      const { requestId, request, resourceType } = pausedRequest.parse(event.params)
      const leaving = resourceType === 'Document' && !mayNavigate()
      if (leaving) onNavigation()
      const file = leaving ? null : serve(request.url)
      /* An aborted navigation leaves the page as it is. */
      if (file === null) post('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      else post('Fetch.fulfillRequest', { requestId, ...responseOf(file) })
      return true
    }
    case 'Page.javascriptDialogOpening':
      post('Page.handleJavaScriptDialog', { accept: false })
      return true
    default:
      return false
  }
}

const responseOf = ({ body, type }: ServedFile) => ({
  responseCode: 200,
  responseHeaders: [{ name: 'Content-Type', value: type }],
  body: body.toString('base64'),
})
