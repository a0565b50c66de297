/**
 * Writes the modules that TypeDoc reads: one for each heading of `src/index.ts` (a comment on a line of its own), so that no page
 * has all its names, and one for each other entry of the package, under the name by which it is imported.
 */
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { root, slug } from './names.js'

const out = new URL('site/.entries/modules/', root)

/** The actors themselves; the other files beside them are their parts. */
const actors = ['adapter', 'environment', 'gpu', 'observer', 'policy', 'served', 'vector-worlds']

/** By number, so that they are read, and listed, in the order of `src/index.ts`. */
let count = 10
const entry = (name, about, code) => {
  count += 1
  return writeFile(
    new URL(`${count}-${slug(name)}.ts`, out),
    `/**\n * ${about}\n *\n * @module ${name}\n */\n${code}\n`,
  )
}

await rm(out, { recursive: true, force: true })
await mkdir(out, { recursive: true })

/* By this name TypeDoc knows which types are ours: of those of another package it does not ask whether they are exported. */
const manifest = { name: 'rlanything', version: '0.0.0', type: 'module' }
await writeFile(new URL('../package.json', out), JSON.stringify(manifest))

/** By their headings, what they say of each. */
const sectionsOf = async name => {
  const text = await readFile(new URL(`src/${name}.ts`, root), 'utf8')
  const parts = text.split(/^\/\* (.*)\. \*\/$/m).slice(1)
  return new Map(parts.flatMap((heading, at) => (at % 2 === 0 ? [[heading, parts[at + 1]]] : [])))
}
const [names, types] = await Promise.all(['index', 'public-types'].map(sectionsOf))
const homeless = [...types.keys()].filter(heading => !names.has(heading))
if (homeless.length > 0) throw new Error(`src/index.ts has no heading ${homeless.join(', ')}`)
for (const [heading, code] of names) {
  const [title] = heading.split(/[,:]/)
  const all = `${code}${types.get(heading) ?? ''}`
    .replace("export type * from './public-types.ts'\n", '')
    .replaceAll(/from '\.\//g, "from '../../../src/")
  await entry(title, `${heading === title ? '' : `${heading}. `}Import from \`rlanything\`.`, all.trim())
}

await entry('Testing', 'Import from `rlanything/testing`.', "export * from '../../../src/laws/index.ts'")
for (const actor of actors) {
  const file = `'../../../actors/${actor}.ts'`
  const code = `export * from ${file}\nexport { default } from ${file}`
  await entry(`Actor ${actor}`, `Import from \`rlanything/actors/${actor}\`.`, code)
}
const worlds = (await readdir(new URL('environments/', root))).filter(name => !name.endsWith('.md'))
for (const world of worlds.sort())
  await entry(
    `World ${world}`,
    `Import from \`rlanything/environments/${world}\`, whose default export is the world, too.`,
    `export * from '../../../environments/${world}/index.ts'`,
  )
