import type { Direction, Edit } from '../../src/environment.ts'
import type { Random } from '../../src/math/random.ts'
import type { HouseholdTask } from './task.ts'

export const editNames = (_: Direction): readonly string[] => []
export const editTask = (_: HouseholdTask, __: string, ___: Random): Edit<HouseholdTask> | null => null
