import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Objective } from '../losses/objective.ts'
import type { ModelTraining } from '../config/model-schema.ts'

/**
 * The objective of a model: the clipped one, or that of the module that the configuration names.
 *
 * @param section its name in the configuration, for messages.
 * @throws {RangeError} if there is no such module.
 */
export function objectiveOf(
  { objective, clip, klWeight }: Pick<ModelTraining, 'objective' | 'clip' | 'klWeight'>,
  section = 'policy',
): Objective {
  if (objective === null) return { kind: 'clipped', clip, klWeight }
  const { module, options } = objective
  const url = module.startsWith('file:') ? new URL(module) : pathToFileURL(resolve(module))
  if (statSync(url, { throwIfNoEntry: false })?.isFile() !== true)
    throw new RangeError(`${section}.objective.module must be the path of a module, got '${module}'`)
  return { kind: 'module', module: url.href, options }
}
