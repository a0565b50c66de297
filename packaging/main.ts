/**
 * Makes the packages of the engine, one a platform, in `dist/platforms`. With `--declare`, before the package is packed,
 * package.json names them as optional dependencies; with `--clean`, after it, no longer: none is in the lockfile of a
 * checkout, which has onnxruntime-node.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { packEngine } from './pack-engine.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

async function declare(optionalDependencies: Readonly<Record<string, string>> | undefined): Promise<void> {
  const file = join(root, 'package.json')
  const manifest = z.looseObject({}).parse(JSON.parse(await readFile(file, 'utf8')))
  await writeFile(file, `${JSON.stringify({ ...manifest, optionalDependencies }, null, 2)}\n`)
}

if (process.argv.includes('--clean')) await declare(undefined)
else {
  const license = await readFile(join(root, 'packaging/ort-license.txt'), 'utf8')
  const from = join(root, 'node_modules/onnxruntime-node')
  const packages = await packEngine({ from, to: join(root, 'dist/platforms'), license })
  if (process.argv.includes('--declare')) await declare(packages)
}
