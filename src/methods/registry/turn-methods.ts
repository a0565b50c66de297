/** The methods that learn from turns, by name. */
import { nearestHint } from '../../text/nearest.ts'
import { binary } from '../binary/method.ts'
import { combined } from '../combined/method.ts'
import { opd } from '../opd/method.ts'
import { rlanythingOnTurns } from '../turns/rlanything.ts'
import type { TurnMethod } from '../turns/turn-method.ts'

const turnMethods: readonly TurnMethod[] = [binary, opd, combined, rlanythingOnTurns]

export const turnMethodNames: readonly string[] = turnMethods.map(({ name }) => name)

/** @throws {RangeError} if there is no such method. */
export function turnMethod(name: string): TurnMethod {
  const found = turnMethods.find(method => method.name === name)
  if (found !== undefined) return found
  throw new RangeError(
    `method must be ${turnMethodNames.join(' or ')} for a gateway, got '${name}'${nearestHint(name, turnMethodNames)}`,
  )
}
