/** Before the package is packed, and with `--clean` after it: makes what only the packed package holds. */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packEngine } from './pack-engine.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const to = join(root, 'dist/onnxruntime')
if (process.argv.includes('--clean')) await rm(to, { recursive: true, force: true })
else {
  const license = await readFile(join(root, 'packaging/ort-license.txt'), 'utf8')
  await packEngine({ from: join(root, 'node_modules/onnxruntime-node'), to, license })
}
