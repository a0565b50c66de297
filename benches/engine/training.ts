/** How long do a forward pass and a training step of a batch take, beside PyTorch? */
import type { Settings } from './settings.ts'
import { compareSteps } from './steps.ts'

export async function training(settings: Settings): Promise<void> {
  await compareSteps([32], settings)
}
