/** A wire whose other end is the test, and work that is done when the test says so. */
import type { Frame, Wire } from '../../../src/runtime/wires/wire.ts'

export interface WireByHand extends Wire {
  readonly posted: Frame[]
  /** As if the other end had sent it. */
  readonly deliver: (frame: Frame) => void
}

export function wireByHand(): WireByHand {
  const posted: Frame[] = []
  let deliver: (frame: Frame) => void = () => {}
  let closed = (): void => {}
  return {
    posted,
    deliver: frame => deliver(frame),
    postMessage: frame => void posted.push(structuredClone(frame)),
    on: (_event, listener) => void (deliver = listener),
    once: (_event, listener) => void (closed = listener),
    close: () => closed(),
  }
}

export function workByHand(): { readonly deferred: (() => void)[]; readonly run: () => void } {
  const deferred: (() => void)[] = []
  return {
    deferred,
    run: () => {
      for (const work of deferred.splice(0)) work()
    },
  }
}
