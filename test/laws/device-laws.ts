/** What every engine must satisfy; each engine's own test applies it. */
import test from 'ava'
import type { Device } from '../../src/contracts/models/device.ts'
import { batchInvarianceLaws } from './device/batch-invariance.ts'
import { entropyLaws } from './device/entropy.ts'
import { gradientLaws } from './device/gradients.ts'
import { missingIdsLaws } from './device/missing-ids.ts'
import { nonFiniteLaws } from './device/non-finite.ts'
import { pausingLaws } from './device/pausing.ts'
import { refusalLaws } from './device/refusals.ts'
import { repetitionLaws } from './device/repetition.ts'
import { samplingLaws } from './device/sampling.ts'
import { createSubject, type Subject } from './device/subject.ts'
import { trainingLaws } from './device/training.ts'

/**
 * @param tolerance largest difference of log-probabilities, in nats, between two ways to the same number.
 * @param isExact whether results are the same to the last bit in any batch: the trait `reproducible`.
 */
export function deviceLaws(name: string, createDevice: () => Promise<Device>, tolerance: number, isExact = true): void {
  const subject = createSubject(name, createDevice, tolerance)
  gradientLaws(subject)
  entropyLaws(subject)
  callLaws(subject, isExact)
}

/** What calls give and leave behind, whatever is computed in them. */
export function callLaws(subject: Subject, isExact = true): void {
  if (isExact) batchInvarianceLaws(subject)
  else test.skip(`${subject.name}: what else is in the batch changes no bit: not promised`, () => {})
  samplingLaws(subject)
  trainingLaws(subject)
  missingIdsLaws(subject)
  nonFiniteLaws(subject)
  pausingLaws(subject)
  repetitionLaws(subject)
  refusalLaws(subject)
}
