/** Tasks by level of difficulty: one clause more a level. */
import type { Ladder } from '../../../src/contracts/worlds/environment.ts'
import { maxClauses } from '../options/limits.ts'
import type { CodingSettings } from '../options/options.ts'
import type { CodingTask } from '../tasks/task.ts'
import { generateCodingTask } from './generate.ts'

const pipelines = { name: 'pipelines', top: maxClauses - 1 } as const

/** All settings count but the number of clauses, which is the level and one. */
export const codingLadder = (settings: CodingSettings): Ladder<CodingTask> => ({
  families: [pipelines],
  generate: (family, level, random) => {
    if (family !== pipelines.name) throw new RangeError(`family must be ${pipelines.name}, got '${family}'`)
    if (!Number.isInteger(level) || level < 0 || level > pipelines.top)
      throw new RangeError(`level must be an integer in [0, ${pipelines.top}], got ${level}`)
    return generateCodingTask({ ...settings, clauses: [level + 1, level + 1] }, 'train', random)
  },
})
