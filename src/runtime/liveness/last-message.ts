/** The message that an actor took last, in memory shared with its watcher: it can be read whatever the thread died of. */
import type { Addressed } from '../../contracts/actor.ts'

/** Of a longer name the beginning is kept. */
const maxBytes = 256
const encoder = new TextEncoder()

export const createLastMessage = (): Uint8Array => new Uint8Array(new SharedArrayBuffer(maxBytes))

export const noteMessage = (memory: Uint8Array, message: Addressed): void =>
  void encoder.encodeInto(`${nameOfMessage(message)}\0`, memory)

/** Empty before the first. */
export const lastMessage = (memory: Uint8Array): string =>
  new TextDecoder().decode(Uint8Array.from(memory)).replace(/\0.*$/s, '')

/** Kind and, of a message that has one, id. */
export const nameOfMessage = (message: Addressed): string =>
  'id' in message ? `${message.kind} ${String(message.id)}` : message.kind
