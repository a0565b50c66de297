/** The thread of a test, as it is asked to be. */
import { serveSideThread } from '../../../src/runtime/side-thread/serve-side-thread.ts'

export interface Gated {
  readonly begin: () => Promise<string>
  /** Sets `gate[2]`, stands in a native call until `gate[0]` is 1, and then sets `gate[3]`. */
  readonly stand: () => Promise<void>
  readonly fail: () => Promise<never>
  readonly crash: () => Promise<void>
  readonly leave: () => Promise<void>
}

serveSideThread((options, native): Gated => {
  const gate = options as Int32Array
  return {
    begin: async () => 'begun',
    stand: () =>
      native(async () => {
        Atomics.store(gate, 2, 1)
        Atomics.wait(gate, 0, 0)
        Atomics.store(gate, 3, 1)
      }),
    fail: async () => {
      throw new RangeError('as it was asked to')
    },
    crash: async () => {
      setImmediate(() => {
        throw new Error('nobody catches me')
      })
      await new Promise(() => {})
    },
    leave: async () => process.exit(3),
  }
})
