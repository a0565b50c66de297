/** The files of the page: its document, its style, and the modules of the desk as they are. */
import { readFileSync } from 'node:fs'
import type { PageFile } from '../../../src/contracts/worlds/playable-page.ts'
import { style } from './style.ts'

/** The folder that the package was compiled to. */
const root = new URL('../../../', import.meta.url)
const entry = 'environments/desk/page/main.js'

/** Every element in its head has a number: see `firstBids`. */
const document = `<!doctype html>
<html lang="en"><head><title>Desk</title><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="style.css"><script type="module" src="${entry}"></script></head><body></body></html>
`

let known: ReadonlyMap<string, PageFile> | null = null

/** Nothing is served but these. @param path as `/style.css`; `/` is the document. */
export function deskPageFile(path: string): PageFile | null {
  known ??= new Map([
    ['/', { body: document, type: 'text/html; charset=utf-8' }],
    ['/style.css', { body: style, type: 'text/css; charset=utf-8' }],
    ...[...modulesFrom(entry)].map(
      ([name, body]) => [`/${name}`, { body, type: 'text/javascript; charset=utf-8' }] as const,
    ),
  ])
  return known.get(path) ?? null
}

const imported = /^(?:import|export)\b(?:[\w\s{},*$]+? from)? ['"]([^'"]+)['"]/gm

/** A module and all that it imports, by their paths. @throws {RangeError} if an import is not one of our files. */
export function modulesFrom(first: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const visit = (path: string): void => {
    if (found.has(path)) return
    const text = readFileSync(new URL(path, root), 'utf8')
    found.set(path, text)
    for (const [, name = ''] of text.matchAll(imported)) {
      if (!name.startsWith('.')) throw new RangeError(`${path} imports ${name}, which a page cannot have`)
      visit(new URL(name, new URL(path, root)).href.slice(root.href.length))
    }
  }
  visit(first)
  return found
}
