/** The keys of several users, each with its limits. */
import { readFile } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { z } from 'zod'
import { reasonOf } from '../../contracts/failure.ts'
import { parsed, parsedJson } from '../../text/parsed.ts'
import type { KeyLimits } from './limiter.ts'

export interface GatewayKey {
  /** Whose it is. */
  readonly name: string
  readonly key: string
  readonly limits: KeyLimits
}

const most = z.int().min(1).optional()
const entry = z.strictObject({
  key: z.string().min(16),
  requestsPerMinute: most,
  tokensPerMinute: most,
  openTurns: most,
})
const form = z.record(z.string().min(1), entry)

/**
 * Keys by the names of their users: `{ "ann": { "key": "…", "requestsPerMinute": 60, "tokensPerMinute": 50000, "openTurns": 4 } }`.
 *
 * @param directory of the gateway, in which they must not be.
 * @throws {RangeError} naming the field that is wrong, if two have one key, or the file cannot be read or lies in the directory.
 */
export async function readKeys(path: string, directory: string): Promise<readonly GatewayKey[]> {
  const fromDirectory = relative(resolve(directory), resolve(path))
  const isOutside = fromDirectory === '..' || fromDirectory.startsWith(`..${sep}`) || isAbsolute(fromDirectory)
  if (!isOutside) throw new RangeError(`keys must not be in the directory of the gateway, got ${path}`)
  const keys = Object.entries(parsed('keys', form, await jsonIn(path))).map(([name, { key, ...limits }]) => ({
    ...{ name, key, limits },
  }))
  if (keys.length === 0) throw new RangeError(`${path} must have at least one key, got none`)
  if (new Set(keys.map(({ key }) => key)).size < keys.length) throw new RangeError(`${path} must not name a key twice`)
  return keys
}

/** Its own message would show a part of the file. */
async function jsonIn(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((thrown: unknown) => {
    throw new RangeError(`the keys cannot be read: ${reasonOf(thrown)}`, { cause: thrown })
  })
  const value = parsedJson(text)
  if (value === undefined) throw new RangeError(`${path} must be JSON`)
  return value
}
