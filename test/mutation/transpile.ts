/**
 * Builds a sandbox of Stryker's: a copy of `dist` as it is, and in it the sources that Stryker changed, compiled anew. Types
 * are not asked: each mutant is in the code, and few of them would pass.
 * Usage, in the sandbox: transpile.js DIST SOURCE...
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import ts from 'typescript'

const [dist, ...sources] = process.argv.slice(2)
if (dist === undefined) throw new RangeError('the first argument must be the folder of the compiled sources')

const { compilerOptions } = ts.readConfigFile('tsconfig.json', path => readFileSync(path, 'utf8')).config as {
  readonly compilerOptions: object
}
const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, '.')

cpSync(dist, 'dist', { recursive: true, filter: path => !/\.(d\.ts|map|tsbuildinfo)$/.test(path) })
for (const source of sources) {
  const { outputText } = ts.transpileModule(readFileSync(source, 'utf8'), {
    fileName: source,
    compilerOptions: { ...options, module: ts.ModuleKind.ESNext, sourceMap: false, declaration: false },
  })
  writeFileSync(`dist/${source.replace(/ts$/, 'js')}`, outputText)
}
