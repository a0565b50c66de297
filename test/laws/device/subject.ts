import test from 'ava'
import type { Device, ModelState } from '../../../src/contracts/models/device.ts'
import { livelyModel, smallConfig } from './device-cases.ts'

/** An engine as its laws see it. */
export interface Subject {
  readonly name: string
  /** The engine, with this model under the name `m`; a small one if left out. */
  readonly opened: (model?: ModelState) => Promise<Device>
  /** Largest difference of log-probabilities, in nats, between two ways to the same number. */
  readonly tolerance: number
  /** Whether all numbers are as expected, to within `by`; the tolerance if left out. */
  readonly close: (actual: ArrayLike<number>, expected: ArrayLike<number>, by?: number) => boolean
}

/** Makes the engine when a law first wants it, and closes it after the last. */
export function createSubject(name: string, createDevice: () => Promise<Device>, tolerance: number): Subject {
  let created: Promise<Device> | undefined
  test.after.always(async () => {
    await (await created)?.close()
  })
  return {
    name,
    opened: async (model = livelyModel(smallConfig, 1)) => {
      created ??= createDevice()
      const device = await created
      await device.load('m', model)
      return device
    },
    tolerance,
    close: (actual, expected, by = tolerance) =>
      actual.length === expected.length &&
      Array.from(actual).every((value, at) => Math.abs(value - expected[at]!) <= by),
  }
}
