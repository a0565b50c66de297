import type { LanguageModel } from '../../src/contracts/models/language-model.ts'
import { openDevice } from '../../src/engine/open-device.ts'
import { completeObjective } from '../../src/losses/objective.ts'
import { adamDefaults } from '../../src/math/adamw.ts'
import { livelyModel, smallConfig } from '../laws/device/device-cases.ts'

type Trainable = Pick<LanguageModel, 'logprobs' | 'forwardBackward' | 'optimStep'>

/** Two models of the same weights on one device. */
export async function twoModels(): Promise<{ policy: Trainable; other: Trainable; close: () => Promise<void> }> {
  const device = await openDevice({ engine: 'onnx', threads: 1 })
  const named = async (name: string): Promise<Trainable> => {
    await device.load(name, livelyModel(smallConfig, 3))
    return {
      logprobs: sequences => device.logprobs(name, sequences),
      forwardBackward: (examples, objective) => device.forwardBackward(name, examples, completeObjective(objective)),
      optimStep: options => device.optimStep(name, { ...adamDefaults, ...options }),
    }
  }
  return { policy: await named('policy'), other: await named('other'), close: () => device.close() }
}
