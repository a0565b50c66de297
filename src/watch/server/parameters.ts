/** The parameters of a request, checked one by one. */
import { RefusedRequest } from '../../network/refused-request.ts'
import { preview } from '../../text/preview.ts'

/** @throws {RefusedRequest} 400 if it is missing or too long. */
export function required(parameters: URLSearchParams, name: string): string {
  const value = parameters.get(name)
  if (value === null || value === '') throw new RefusedRequest(400, `${name} is missing`)
  return value
}

/** @returns `null` if it is left out. @throws {RefusedRequest} 400 if it is no finite number. */
export function numberOrNull(parameters: URLSearchParams, name: string): number | null {
  const text = parameters.get(name)
  if (text === null || text === '') return null
  const value = Number(text)
  if (!Number.isFinite(value)) throw new RefusedRequest(400, `${name} must be a number, got ${preview(text)}`)
  return value
}

/** @returns `null` if it is left out. @throws {RefusedRequest} 400 if it is no integer within the bounds. */
export function wholeOrNull(parameters: URLSearchParams, name: string, least: number, most: number): number | null {
  const value = numberOrNull(parameters, name)
  if (value === null || (Number.isInteger(value) && value >= least && value <= most)) return value
  throw new RefusedRequest(400, `${name} must be an integer in [${least}, ${most}], got ${value}`)
}

/** @throws {RefusedRequest} 400 if it is none of them. */
export function oneOfThese<T extends string>(
  parameters: URLSearchParams,
  name: string,
  choices: readonly [T, ...T[]],
): T {
  const value = parameters.get(name) ?? choices[0]
  const found = choices.find(choice => choice === value)
  if (found !== undefined) return found
  throw new RefusedRequest(400, `${name} must be one of ${choices.join(', ')}, got ${preview(value)}`)
}
