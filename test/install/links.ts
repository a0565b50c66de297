import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { dirname, join as joinPosix } from 'node:path/posix'

/**
 * Follows the links of all pages in a package.
 *
 * @param folder the installed package.
 * @returns how many there are, in words.
 * @throws {Error} if one leads to no file of the package.
 */
export async function followLinks(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true })
  const packed = new Set(entries.map(path => path.split(sep).join('/')))
  const pages = [...packed].filter(path => path.endsWith('.md'))
  const broken: string[] = []
  let links = 0
  for (const page of pages) {
    for (const [, target = ''] of (await readFile(join(folder, page), 'utf8')).matchAll(
      /\]\(([^)\s#:]+)(?:#[^)]*)?\)/g,
    )) {
      links += 1
      if (!packed.has(joinPosix(dirname(page), target).replace(/\/$/, ''))) broken.push(`${page} → ${target}`)
    }
  }
  if (broken.length > 0) throw new Error(`each link must lead to a file of the package, got:\n${broken.join('\n')}`)
  if (pages.length <= 40 || !pages.includes('docs/engines.md'))
    throw new Error(`the package must have more than 40 pages, docs/engines.md among them, got ${pages.length}`)
  return `${links} on ${pages.length} pages`
}
