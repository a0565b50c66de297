/** The methods, by name: those of the package, or a user's module. */
import { reasonOf } from '../../contracts/failure.ts'
import { importModule } from '../../contracts/import-module.ts'
import { moduleFile } from '../../user-code/module-file.ts'
import { callable, record, text } from '../../user-code/shape.ts'
import { lookUp } from '../../math/look-up.ts'
import { nearestHint } from '../../text/nearest.ts'
import { preview } from '../../text/preview.ts'
import { atGrpo } from '../at-grpo/method.ts'
import { grpo } from '../grpo/method.ts'
import { istar } from '../istar/method.ts'
import type { Method } from '../method.ts'
import { paRl } from '../pa-rl/method.ts'
import { ragen } from '../ragen/method.ts'
import { rlanything } from '../rlanything/method.ts'
import { rloop } from '../rloop/method.ts'
import { rlve } from '../rlve/method.ts'
import { spark } from '../spark/method.ts'
import { vlmRl } from '../vlm-rl/method.ts'

export const shippedMethods: readonly Method[] = [
  rlanything,
  grpo,
  rlve,
  rloop,
  atGrpo,
  ragen,
  istar,
  spark,
  paRl,
  vlmRl,
]

export const methodNames: readonly string[] = shippedMethods.map(({ name }) => name)

const shape = record({
  name: text,
  settings: record({}),
  models: callable,
  prepare: callable,
})

export const isShippedMethod = (name: string): boolean => methodNames.includes(name)

/** @throws {RangeError} if the package has no method of that name. */
export const shippedMethod = (name: string): Method =>
  lookUp(new Map(shippedMethods.map(method => [method.name, method])), name)

/**
 * @param name of a method of this package, or the path of a module whose default export is one (`defineMethod`).
 * @throws {RangeError} if there is no such method, or its module cannot be loaded or has none.
 */
export async function loadMethod(name: string): Promise<Method> {
  if (isShippedMethod(name)) return shippedMethod(name)
  if (!/[./\\]/.test(name)) {
    throw new RangeError(
      `method must be ${methodNames.join(' or ')}, or the path of a module, got '${name}'${nearestHint(name, methodNames)}`,
    )
  }
  const module = moduleFile('method', name).href
  const { default: found } = await importModule(module).catch((error: unknown) => {
    throw new RangeError(`the method ${name} cannot be loaded: ${reasonOf(error)}`, { cause: error })
  })
  const wrong = shape.wrongIn(found)
  if (wrong !== null)
    throw new RangeError(
      `the default export of ${name} must be a method, made by defineMethod: ${wrong.path || 'it'} must be ${wrong.wanted}, got ${preview(wrong.found)}`,
    )
  return found as Method
}
