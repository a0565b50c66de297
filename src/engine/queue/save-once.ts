import type { ModelState } from '../../contracts/models/device.ts'
import type { SaveCall } from '../../contracts/messages/gpu.ts'
import { holdsModel, saveModel } from '../../model/checkpoint.ts'

/**
 * Writes a model's folder for a request that may be asked again: the reply to it can be lost after the folder is there.
 *
 * @throws {RangeError} if there is something else at the folder.
 */
export async function saveOnce(
  { folder, ...options }: Pick<SaveCall, 'folder' | 'tokenizer' | 'chat' | 'optimiser'>,
  state: ModelState,
): Promise<void> {
  try {
    await saveModel(folder, state, options)
  } catch (thrown) {
    if (!(await holdsModel(folder, state, options))) throw thrown
  }
}
