/** The gateway that uses a directory, as other processes of this machine reach it. */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isTree } from '../../config/tree.ts'
import { writeFileAtomic } from '../../files/atomic.ts'
import { usedBy } from '../../run/directory/lock.ts'
import { parsedJson } from '../../text/parsed.ts'

const addressPath = (directory: string): string => join(directory, 'address')

/** Keeps where a gateway answers, without its key. @returns forgets it. */
export async function keepAddress(directory: string, url: string): Promise<() => Promise<void>> {
  await writeFileAtomic(addressPath(directory), `${url}\n`)
  return () => rm(addressPath(directory), { force: true })
}

/** `null` if no process uses the directory. @throws {RangeError} if one does that has no address yet. */
export async function gatewayAddress(directory: string): Promise<string | null> {
  const owner = await usedBy(directory)
  if (owner === null) return null
  const url = await readFile(addressPath(directory), 'utf8').catch(() => '')
  if (url === '') throw new RangeError(`${directory} is in use by process ${owner.pid}, which does not answer yet`)
  return url.trim()
}

interface Asked {
  readonly method: 'POST' | 'DELETE'
  /** Below its base address. */
  readonly path: string
  readonly body?: object
  readonly key: string
}

/** @param url base address. @throws {RangeError} in the gateway's words if it refuses, or if it is gone. */
export async function askGateway(url: string, { method, path, body, key }: Asked): Promise<void> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json', connection: 'close' }
  const asked = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const answer = await fetch(`${url}${path}`, asked).catch((thrown: unknown) => {
    throw new RangeError(`the gateway at ${url} does not answer`, { cause: thrown })
  })
  const text = await answer.text()
  if (!answer.ok) throw new RangeError(`the gateway refuses it (${answer.status}): ${reasonIn(text)}`)
}

/** Of a refusal in OpenAI's form. */
function reasonIn(text: string): string {
  const body = parsedJson(text)
  const error = isTree(body) ? body['error'] : null
  return isTree(error) && typeof error['message'] === 'string' ? error['message'] : text
}
