/** Where things are, and what they are called on the site. */
import { readdir } from 'node:fs/promises'

export const root = new URL('../../', import.meta.url)
export const pages = new URL('site/.pages/', root)

/** The anchor of a heading as GitHub makes it, so that links work in both places. */
export const slug = text =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

/** Folders whose pages are on the site, and where they are there. */
const places = [
  [/^README\.md$/, 'index.md'],
  [/^(CONTRIBUTING|CHANGELOG)\.md$/, (_, name) => `${name.toLowerCase()}.md`],
  [/^docs\/(.*\/)?README\.md$/, '$1index.md'],
  [/^docs\/(.*\.md)$/, '$1'],
  [/^environments\/README\.md$/, 'worlds/index.md'],
  [/^environments\/(.*)\/README\.md$/, 'worlds/$1.md'],
  [/^src\/methods\/(.*)\/README\.md$/, 'methods/$1.md'],
  [/^benches\/results\/(.*\.md)$/, 'results/$1'],
  [/^(actors|examples|recipes)\/README\.md$/, '$1/index.md'],
  [/^test\/fixtures\/qwen2\/README\.md$/, 'files/qwen2.md'],
]

/** The page of the site that a file of the repository becomes; `null` if it becomes none. */
export function placeOf(source) {
  const place = places.find(([form]) => form.test(source))
  return place === undefined ? null : source.replace(...place)
}

/** Every page of the repository that is on the site. */
export async function sources() {
  const folders = ['', 'docs/', 'docs/methods/', 'docs/findings/', 'docs/decisions/', 'benches/results/']
  const parts = [
    'actors/',
    'environments/',
    'examples/',
    'recipes/',
    'test/fixtures/qwen2/',
    ...(await within('environments/')),
  ]
  const methods = await within('src/methods/')
  const files = await Promise.all(
    [...folders, ...parts, ...methods].map(async folder =>
      (await readdir(new URL(folder, root))).map(name => folder + name),
    ),
  )
  return files.flat().filter(file => file.endsWith('.md') && placeOf(file) !== null)
}

const within = async folder =>
  (await readdir(new URL(folder, root), { withFileTypes: true }))
    .filter(entry => entry.isDirectory())
    .map(({ name }) => `${folder}${name}/`)
