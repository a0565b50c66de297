/**
 * Writes the modules that TypeDoc reads: one for each heading of an entry of the package (a comment on a line of its own), so that no
 * page has all its names, or one for an entry without headings, under the name by which it is imported.
 */
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { root, slug } from './names.js'

const out = new URL('site/.entries/modules/', root)

/** The actors themselves; the other files beside them are their parts. */
const actors = ['adapter', 'environment', 'gpu', 'observer', 'policy', 'served', 'vector-worlds']

/** By number, so that they are read, and listed, in the order of the entries. */
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

/** The entries that say of what they consist; each of their headings becomes a page, or the whole where there is none. */
for (const name of ['index', 'engine', 'models', 'runtime', 'gui']) {
  const from = name === 'index' ? 'rlanything' : `rlanything/${name}`
  const text = await readFile(new URL(`src/${name}.ts`, root), 'utf8')
  const [head = '', ...parts] = text.replaceAll(/from '\.\//g, "from '../../../src/").split(/^\/\* (.*)\. \*\/$/m)
  const [, about = '', code = ''] = /^\/\*\* `[^`]*`: (.*)\. \*\/\n([^]*)$/.exec(head) ?? []
  const headings = parts.length > 0 ? parts : [`${capital(name)}: ${about}`, code]
  for (let at = 0; at < headings.length; at += 2) {
    const heading = headings[at]
    const [title] = heading.split(/[,:]/)
    await entry(title, `${heading === title ? '' : `${heading}. `}Import from \`${from}\`.`, headings[at + 1].trim())
  }
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

function capital(name) {
  return name[0].toUpperCase() + name.slice(1)
}
