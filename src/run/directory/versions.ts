import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { instructionSet } from '../../engine/local/instruction-set.ts'
import type { Versions } from './run-directory.ts'

const packageSchema = z.object({ version: z.string() })

/** The versions behind a run: this package, Node.js, the platform, the instruction set of the processor. */
export async function versions(): Promise<Versions> {
  const text = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8')
  const { version } = packageSchema.parse(JSON.parse(text))
  const platform = `${process.platform}-${process.arch}`
  return { rlanything: version, node: process.versions.node, platform, instructions: instructionSet() }
}
