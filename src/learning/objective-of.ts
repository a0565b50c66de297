import type { Objective } from '../losses/objective.ts'
import type { ModelTraining } from '../config/model-schema.ts'
import { moduleFile } from '../user-code/module-file.ts'

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
  return { kind: 'module', module: moduleFile(`${section}.objective.module`, module).href, options }
}
