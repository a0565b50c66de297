import type { Addressed } from '../../contracts/actor.ts'

/**
 * The content of a wire: credits given back, and messages in the order they were sent. A message that comes alone and
 * without credits is its own frame: a wrapped one costs a third more to clone.
 */
export type Frame = Addressed | readonly [granted: number, messages: readonly Addressed[]]

/** One end of a channel, as much of a `MessagePort` as a link needs: frames are cloned, and arrive in order or not at all. */
export interface Wire {
  /** @throws if the frame cannot be cloned. */
  postMessage(frame: Frame): void
  on(event: 'message', listener: (frame: Frame) => void): unknown
  /** Called when either end has been closed. */
  once(event: 'close', listener: () => void): unknown
  close(): void
}
