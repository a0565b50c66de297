/**
 * Copies the pages of the repository to where they are on the site, their links with them. A file that a page links to and that is
 * no page, a configuration or a source, is shown on a page of its own; a picture stands beside its page.
 */
import { copyFile, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, extname, join, normalize, relative } from 'node:path/posix'
import { pages, placeOf, root, sources } from './names.js'

const isOutside = target => /^(\w+:|#)/.test(target)

/** Where what is shown is put; its name has no ending that a server could take for the file itself. */
const shownAt = file => `files/${file.replace(/\/$/, '').replaceAll('.', '-')}.md`

const write = async (place, text) => {
  const file = new URL(place, pages)
  await mkdir(new URL('.', file), { recursive: true })
  await writeFile(file, text)
}

/** Files and folders that were linked and are no pages. */
const linked = new Set()
const pictures = new Map()

/** The text with its links outside of code made to fit `place`. */
const moved = (text, source, place) =>
  text
    .split(/^(```.*?^```$)/ms)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(/\]\(([^)\s]+)\)/g, (_, to) => `](${link(to, source, place)})`),
    )
    .join('')

function link(to, source, place) {
  if (isOutside(to)) return to
  const [path, anchor] = to.split('#')
  const target = normalize(join(dirname(source), path))
  const hash = anchor === undefined ? '' : `#${anchor}`
  if (/\.(svg|png)$/.test(target)) {
    pictures.set(join(dirname(place), target.split('/').at(-1)), target)
    return `./${target.split('/').at(-1)}`
  }
  const page = placeOf(target)
  if (page === null) linked.add(target)
  return `${wayTo(page ?? shownAt(target), place)}${hash}`
}

/** From one page to another. */
function wayTo(page, from) {
  const way = relative(dirname(from), page)
  return way.startsWith('.') ? way : `./${way}`
}

const languages = { '.ts': 'ts', '.js': 'js', '.json': 'json' }

/** A file as a page; of a folder its files, each with a page. */
async function show(target) {
  const file = new URL(target, root)
  if ((await stat(file)).isDirectory()) {
    const inside = (await readdir(file, { withFileTypes: true })).map(entry =>
      join(target, entry.isDirectory() ? `${entry.name}/` : entry.name),
    )
    const at = shownAt(target)
    const lines = inside.map(path => `- [${path}](${wayTo(shownAt(path), at)})`)
    await write(at, `# ${target}\n\n${lines.join('\n')}\n`)
    for (const path of inside) await showOnce(path)
    return
  }
  const text = await readFile(file, 'utf8')
  const language = languages[extname(target)] ?? ''
  await write(
    shownAt(target),
    `---\nsearch: false\n---\n\n# ${target}\n\n\`\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\`\n`,
  )
}

const shown = new Set()
const showOnce = async target => {
  if (shown.has(target)) return
  shown.add(target)
  await show(target)
}

await rm(pages, { recursive: true, force: true })
for (const source of await sources()) {
  const place = placeOf(source)
  await write(place, moved(await readFile(new URL(source, root), 'utf8'), source, place))
}
for (const target of linked) await showOnce(target)
for (const [place, source] of pictures) await copyFile(new URL(source, root), new URL(place, pages))
