import type { Example } from '../../src/contracts/models/device.ts'

/** A sequence whose tokens all count alike, except for the first: the cross-entropy's mean over them. */
export function wholeExample(tokens: ArrayLike<number>): Example {
  const span = { start: 1, end: tokens.length, advantage: 0, oldLogprobs: new Float32Array(0), weight: 1 }
  return { sequence: { tokens: Int32Array.from(tokens) }, spans: [span] }
}
