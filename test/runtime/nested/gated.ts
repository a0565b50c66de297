/** The thread of a test: sets `gate[2]` and stands in a native call until `gate[0]` is 1, throws, or leaves. */
import { serveNested } from '../../../src/runtime/nested/serve-nested.ts'

export interface Gated {
  readonly begin: () => Promise<string>
  readonly stand: () => Promise<void>
  readonly fail: () => Promise<never>
  readonly leave: () => Promise<void>
}

serveNested((gate, native): Gated => ({
  begin: async () => 'begun',
  stand: () =>
    native(async () => {
      const [open, stood] = [0, 2]
      Atomics.store(gate as Int32Array, stood, 1)
      Atomics.wait(gate as Int32Array, open, 0)
    }),
  fail: async () => {
    throw new RangeError('as it was asked to')
  },
  leave: async () => process.exit(3),
}))
