/** Where two values of plain data differ, by path: `metrics[3].policy.loss: 0.25, wanted 0.5`. */
export function differences(found: unknown, wanted: unknown, path = ''): readonly string[] {
  if (Object.is(found, wanted)) return []
  if (!isObject(found) || !isObject(wanted) || Array.isArray(found) !== Array.isArray(wanted))
    return [`${path}: ${shown(found)}, wanted ${shown(wanted)}`]
  const keys = new Set([...Object.keys(wanted), ...Object.keys(found)])
  return [...keys].flatMap(key =>
    differences(own(found, key), own(wanted, key), below(path, key, Array.isArray(wanted))),
  )
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const own = (value: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined

const below = (path: string, key: string, list: boolean): string =>
  list ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length <= longest ? text : `${text.slice(0, longest)} …`
}
const longest = 80
