import type { DeviceOptions } from '../../src/engine/open-device.ts'

/** Largest difference of log-probabilities, in nats, between two ways to the same number; docs/engines.md has the table. */
export const toleranceOf = ({ engine }: DeviceOptions): number => (engine === 'onnx' ? 1e-5 : 2e-5)
