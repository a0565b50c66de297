import type { Addressed } from '../actor.ts'

/** A copy of a message from one actor to another, for an actor that taps its kind. Typed arrays are copied too. */
export interface Tapped<Message extends Addressed = Addressed> extends Addressed {
  readonly kind: 'tapped'
  readonly message: Message
}
