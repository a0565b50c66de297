/** Where the weights of a gateway's models are kept, by version: those of the last training, and the ones before. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { LanguageModel, SaveModelOptions } from '../../contracts/models/language-model.ts'
import { saveReference } from '../../model/reference.ts'
import type { JournalLine, TrainedLine } from '../journal.ts'
import type { Role } from './trainer.ts'

const folders: Readonly<Record<Role, string>> = { policy: 'policy', rewardModel: 'reward-model' }

/** Of the weights after so many steps of the optimiser. */
const weightsFolder = (directory: string, role: Role, version: number): string =>
  join(directory, folders[role], String(version))

/** The last training that was written down. */
export const lastTraining = (lines: readonly JournalLine[]): Pick<TrainedLine, Role> =>
  lines.findLast((line): line is TrainedLine => line.kind === 'trained') ?? { policy: null, rewardModel: null }

/** The folders of both models after a training. @param given where they began. */
export function trainedFolders(
  directory: string,
  last: Pick<TrainedLine, Role>,
  given: Readonly<Record<Role, string>>,
): Readonly<Record<Role, string>> {
  const of = (role: Role): string => {
    const version = last[role]
    return version === null ? given[role] : weightsFolder(directory, role, version)
  }
  return { policy: of('policy'), rewardModel: of('rewardModel') }
}

/**
 * Keeps weights, in place of any that an ended gateway left there; those before the last are taken away. Where the
 * engine gives a copy, it goes on answering while that is written.
 */
export async function keepWeights(
  directory: string,
  role: Role,
  version: number,
  { model, ...options }: SaveModelOptions & { readonly model: Pick<LanguageModel, 'save' | 'snapshot'> },
): Promise<void> {
  const folder = weightsFolder(directory, role, version)
  const kept = await readdir(join(directory, folders[role])).catch((): string[] => [])
  const older = kept.map(Number).filter(other => other < version)
  for (const other of older.sort((a, b) => b - a).slice(1))
    await rm(weightsFolder(directory, role, other), { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
  const copy = await model.snapshot()
  if (copy.kind === 'memory') await saveReference(folder, copy, options)
  else await model.save(folder, options)
}
