/** A broker as the deployment sees it: messages by subject, at most once, those of one sender to one subject in order. */
import type { Observable } from 'rxjs'

export interface Bus {
  /** Largest message, bytes. */
  readonly maxBytes: number
  /** Of no effect while the connection is lost. */
  readonly publish: (subject: string, bytes: Uint8Array) => void
  /** @returns ends it. */
  readonly subscribe: (subject: string, receive: (bytes: Uint8Array) => void) => () => void
  /** Why, each time that the connection is lost: messages may be missing since. */
  readonly lost: Observable<string>
  readonly close: () => Promise<void>
}

/** By whom something is heard. */
export const busSubjects = {
  /** Workers say here which places they have, again and again. */
  offers: 'rlanything.offers',
  /** Runs ask all workers here for offers. */
  who: 'rlanything.who',
  /** One worker is asked here for an offer. */
  question: (instance: string) => `rlanything.question.${instance}`,
  /** One worker is asked here for a session. */
  worker: (instance: string) => `rlanything.worker.${instance}`,
  /** The two ways of a session. */
  session: (id: string) => ({ toWorker: `rlanything.session.${id}.worker`, toRun: `rlanything.session.${id}.run` }),
}
