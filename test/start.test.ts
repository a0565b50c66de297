/** How little is read before a command runs, or an import is done: the time of both is that of reading code. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'

/** The compiled files that `entry` imports at once, and the packages that they do; an `import()` is read later. */
function readAtOnce(entry: string): { readonly files: readonly string[]; readonly packages: readonly string[] } {
  const files = new Set([fileURLToPath(new URL(`../${entry}`, import.meta.url))])
  const packages = new Set<string>()
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    for (const [, , name = ''] of text.matchAll(/^(?:import|export)\b([^'";]*?\bfrom)?\s*['"]([^'"]+)['"]/gm)) {
      if (name.startsWith('.')) files.add(join(dirname(file), name))
      else if (!name.startsWith('node:')) packages.add(name)
    }
  }
  return { files: [...files], packages: [...packages].sort() }
}

test('rlanything --help reads the commands and what parses them, and nothing that runs', t => {
  const { files, packages } = readAtOnce('src/cli/main.js')
  t.deepEqual(packages, ['commander'])
  t.true(files.length <= 100, `${files.length} files`)
})

test('importing the package reads no engine, server or page', t => {
  const { files, packages } = readAtOnce('src/index.js')
  t.deepEqual(packages, ['@huggingface/tokenizers', 'zod'])
  t.true(files.length <= 470, `${files.length} files`)
})

test('what is read at once is found', t => {
  const { files, packages } = readAtOnce('src/config/checked.js')
  t.true(files.every(file => existsSync(file)))
  t.true(files.some(file => file.endsWith('unknown-keys.js')) && packages.includes('zod'))
})

test('types that users import come from packages that are installed with this one', t => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object }
  const named = /^(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/gm
  for (const entry of ['index', 'engine', 'models', 'runtime', 'gui']) {
    const packages = new Set<string>()
    const files = new Set([fileURLToPath(new URL(`../src/${entry}.d.ts`, import.meta.url))])
    for (const file of files)
      for (const [, stated, inline] of readFileSync(file, 'utf8').matchAll(named)) {
        const name = stated ?? inline ?? ''
        if (name.startsWith('.')) files.add(join(dirname(file), name.replace(/\.[jt]s$/, '.d.ts')))
        else if (!name.startsWith('node:')) packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
      }
    t.true(files.size > 1)
    const others = [...packages].filter(name => !Object.hasOwn(dependencies, name))
    t.deepEqual(others, [], entry)
  }
})
