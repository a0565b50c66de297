import { reasonOf } from '../contracts/failure.ts'

/**
 * Loads the first of some packages that can be loaded: an install that failed may leave an empty one behind, so only
 * loading tells whether it is there.
 *
 * @param advice the error's text, given why each could not be loaded.
 * @param load by `import` if left out.
 * @throws {Error} with that text, if none can be loaded.
 */
export async function firstThatLoads(
  names: readonly [string, ...string[]],
  advice: (reasons: string) => string,
  load: (name: string) => unknown = name => import(name),
): Promise<unknown> {
  const reasons: string[] = []
  for (const name of names) {
    try {
      return await load(name)
    } catch (thrown) {
      /* Node.js adds the importing module, on the same line or on more. */
      const [reason] = reasonOf(thrown).split(/ imported from |\n/)
      reasons.push(`${name}: ${reason}`)
    }
  }
  throw new Error(advice(reasons.join('; ')))
}
