import { familyOf } from '../tasks/families.ts'

/** A line for each family. */
export const rulesOf = (families: readonly string[]): string =>
  families.map(name => `${name}: ${familyOf(name).rule}.`).join('\n')
