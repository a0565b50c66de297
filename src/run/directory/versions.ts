import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Versions } from './run-directory.ts'

const packageSchema = z.object({ version: z.string() })

/** The versions behind a run: this package, Node.js, the platform. */
export async function versions(): Promise<Versions> {
  const text = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8')
  const { version } = packageSchema.parse(JSON.parse(text))
  return { rlanything: version, node: process.versions.node, platform: `${process.platform}-${process.arch}` }
}
