/** Packs this checkout, and the engine for this platform, in a folder that is there; prints both paths. Usage: node dist/test/install/pack.js FOLDER */
import { resolve } from 'node:path'
import { pack } from './project.ts'

console.log((await pack(resolve(process.argv[2] ?? '.'))).join('\n'))
