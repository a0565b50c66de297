import { isTree } from './tree.ts'

/** Settings by their path, e.g. `rewardModel.train`, each as JSON. */
export function flatSettings(settings: unknown, path = ''): ReadonlyMap<string, string> {
  if (!isTree(settings) || Object.keys(settings).length === 0)
    return new Map([[path, JSON.stringify(settings) ?? 'nothing']])
  return new Map(
    Object.entries(settings).flatMap(([key, part]) => [...flatSettings(part, path === '' ? key : `${path}.${key}`)]),
  )
}
