/** How long do they take of small batches, where each operator's own cost counts? */
import type { Settings } from './settings.ts'
import { compareSteps } from './steps.ts'

export async function smallBatches(settings: Settings): Promise<void> {
  await compareSteps([1, 4, 16], settings)
}
