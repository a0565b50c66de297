/** Settings as they are written by a person: objects of objects, with much left out. */

export type Tree = { readonly [key: string]: unknown }

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `upper` over `lower`: objects are merged key by key, anything else replaces the value below it. */
export function laidOver(lower: unknown, upper: unknown): unknown {
  if (upper === undefined) return lower
  if (!isTree(lower) || !isTree(upper)) return upper
  const both = Object.entries(upper).map(([key, value]): [string, unknown] => [
    key,
    laidOver(Object.hasOwn(lower, key) ? lower[key] : undefined, value),
  ])
  return { ...lower, ...Object.fromEntries(both) }
}

/** Values by their path, e.g. `rewardModel.train`; an empty object is a value. */
export function leavesOf(value: unknown, path = ''): ReadonlyMap<string, unknown> {
  if (!isTree(value) || Object.keys(value).length === 0) return new Map([[path, value]])
  return new Map(
    Object.entries(value).flatMap(([key, part]) => [...leavesOf(part, path === '' ? key : `${path}.${key}`)]),
  )
}

/** The tree without the value at a path. */
export function without(tree: Tree, [key = '', ...rest]: readonly string[]): Tree {
  const { [key]: part, ...others } = tree
  return rest.length > 0 && isTree(part) ? { ...others, [key]: without(part, rest) } : others
}
