/**
 * Holds the built site to what VitePress does not check: that each anchor that is linked is there, that each page is in the sidebar,
 * and that nothing is fetched from elsewhere, so that the site works without a network.
 */
import { readFile, readdir } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path/posix'
import { placeOf, root, sources } from './names.js'
import { apart, sidebar } from '../sidebar.js'

const dist = new URL('site/dist/', root)
const base = process.env.SITE_BASE ?? '/'
const files = (await readdir(dist, { recursive: true })).filter(name => name.endsWith('.html') && name !== '404.html')
const texts = new Map(await Promise.all(files.map(async name => [name, await readFile(new URL(name, dist), 'utf8')])))
const anchors = new Map(
  [...texts].map(([name, text]) => [name, new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => plain(id)))]),
)
const wrong = []

for (const [name, text] of texts) {
  for (const [, href] of text.matchAll(/<a [^>]*href="([^"]*)"/g)) {
    if (/^\w+:/.test(href)) continue
    const [path = '', anchor] = plain(href).split('#')
    const page = pageOf(path, name)
    const known = anchors.get(page)
    if (known === undefined) wrong.push(`${name}: there is no ${href}`)
    else if (anchor && !known.has(anchor)) wrong.push(`${name}: ${page} has no heading #${anchor}`)
  }
  for (const [tag, from] of text.matchAll(/<(?:script|link|img|iframe)\b[^>]*(?:src|href)="(https?:[^"]*)"[^>]*>/g))
    wrong.push(`${name}: ${tag} is fetched from ${from}`)
}

const listed = new Set(sidebar.flatMap(({ pages = [] }) => pages.map(([, source]) => source)))
const folders = [...sidebar, ...apart].flatMap(({ folder }) => folder ?? [])
for (const source of await sources()) {
  const isListed = listed.has(source) || folders.some(folder => dirname(source) === dirname(`${folder}x`))
  if (!isListed && !placeOf(source).startsWith('files/')) wrong.push(`${source} is not in the sidebar`)
}

/** The file that a link leads to, from the page of that name. */
function pageOf(path, name) {
  if (path === '') return name
  const from = path.startsWith(base) ? path.slice(base.length) : join(dirname(name), path)
  const page = normalize(from === '' ? 'index.html' : from)
  return page.endsWith('/') ? `${page}index.html` : page === '.' ? 'index.html' : page
}

function plain(text) {
  return decodeURIComponent(text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'"))
}

for (const line of new Set(wrong)) console.error(line)
console.log(`${files.length} pages, ${wrong.length} faults`)
process.exitCode = wrong.length === 0 ? 0 : 1
