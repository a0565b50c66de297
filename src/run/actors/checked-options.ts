/** Checks the options of a program before they are used: it may be JavaScript. */
import { defer, from, mergeMap, type Observable } from '../../streams/rxjs.ts'
import { record, type Shape } from '../../user-code/shape.ts'
import { describeValue } from '../../user-code/describe-value.ts'
import { ConfigError } from '../../config/config-error.ts'
import { isTree } from '../../config/tree.ts'
import { notTaken } from '../../text/nearest.ts'

/** Every option by its name. */
type Needs<Options> = Readonly<Record<keyof Options, Shape>>

/**
 * The same stream, of valid options; a `config` is complete.
 *
 * @param verb of the request, e.g. `train`.
 * @param load of that which answers it; late, so that importing the package is quick.
 * @returns a stream that fails with a `ConfigError` naming the option, also one that there is not, the value found and what is wanted.
 */
export const checkedOptions =
  <Options extends object, Event>(
    { verb, needs }: { readonly verb: string; readonly needs: Needs<Options> },
    load: () => Promise<(options: Options) => Observable<Event>>,
  ): ((options: Options) => Observable<Event>) =>
  options =>
    defer(() => from(requireOptions(verb, needs, options).then(load)).pipe(mergeMap(start => start(options))))

async function requireOptions(verb: string, needs: Readonly<Record<string, Shape>>, options: unknown): Promise<void> {
  if (!isTree(options)) throw new ConfigError(`the options of ${verb} must be an object, got ${describeValue(options)}`)
  const { config, ...others } = needs
  const unknown = Object.keys(options).find(name => !Object.hasOwn(needs, name))
  if (unknown !== undefined) throw new ConfigError(notTaken(verb, unknown, Object.keys(needs)))
  if (config !== undefined) await requireRunConfig(verb, options['config'])
  const wrong = record(others).wrongIn(options)
  if (wrong !== null)
    throw new ConfigError(`${wrong.path} of ${verb} must be ${wrong.wanted}, got ${describeValue(wrong.found)}`)
}

/** @throws {ConfigError} naming the error, or the first key that is missing. */
export async function requireRunConfig(verb: string, value: unknown): Promise<void> {
  const advice = `${verb} takes a complete configuration: make one with loadRunConfig`
  if (!isTree(value))
    throw new ConfigError(`config of ${verb} must be an object, got ${describeValue(value)}; ${advice}`)
  const { completeConfig } = await import('../../methods/registry/run-config.ts')
  const missing = firstMissing(await completeConfig(value), value)
  if (missing !== null) throw new ConfigError(`config of ${verb} has no ${missing}; ${advice}`)
}

/** Path of the first key that a tree lacks of a whole one; `null` if it has them all. */
function firstMissing(whole: unknown, found: unknown): string | null {
  if (!isTree(whole) || !isTree(found)) return null
  for (const [key, part] of Object.entries(whole)) {
    if (part === undefined) continue
    if (!Object.hasOwn(found, key)) return key
    const below = firstMissing(part, found[key])
    if (below !== null) return `${key}.${below}`
  }
  return null
}
