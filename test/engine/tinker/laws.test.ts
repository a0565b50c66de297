/**
 * An engine that is a service obeys the laws of engines, except for what its traits do not promise, for pauses, which it does not make,
 * and for updates that overflow, which happen elsewhere.
 */
import { batchInvarianceLaws } from '../../laws/device/batch-invariance.ts'
import { smallConfig } from '../../laws/device/device-cases.ts'
import { gradientLaws } from '../../laws/device/gradients.ts'
import { refusalLaws } from '../../laws/device/refusals.ts'
import { repetitionLaws } from '../../laws/device/repetition.ts'
import { samplingLaws } from '../../laws/device/sampling.ts'
import { createSubject } from '../../laws/device/subject.ts'
import { trainingLaws } from '../../laws/device/training.ts'
import { createServedDevice } from './served-device.ts'

const subject = createSubject('tinker', createServedDevice, 1e-5)
gradientLaws(subject, { small: smallConfig }, {})
batchInvarianceLaws(subject)
samplingLaws(subject)
trainingLaws(subject)
repetitionLaws(subject)
refusalLaws(subject)
