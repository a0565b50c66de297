/** Arms that have the same value of one setting, joined. Pure. */
import type { SettingRow } from '../contract/overview.ts'

export interface JoinedArms {
  readonly names: readonly string[]
  /** [A] index of the group of each arm. */
  readonly of: readonly number[]
}

/**
 * @param path of the setting; where arms do not differ in it, each arm is a separate group.
 * @returns groups in the order of their first arms.
 */
export function armsJoinedBy(arms: readonly string[], settings: readonly SettingRow[], path: string): JoinedArms {
  const row = settings.find(each => each.path === path)
  if (row === undefined) return { names: arms, of: arms.map((_, index) => index) }
  const values = arms.map((_, index) => `${path} = ${row.values[index] ?? 'left out'}`)
  const names = [...new Set(values)]
  return { names, of: values.map(value => names.indexOf(value)) }
}
