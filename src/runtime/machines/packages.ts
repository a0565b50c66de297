/** Modules by the package that they are in: a machine runs its own copy, if that is the same. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { fileAt, isCode, isCodeOf } from '../../contracts/importable.ts'
import { dataFormat } from './frames.ts'

/** Version and SHA-256 of all code of each package, by name. */
export type Packages = Readonly<Record<string, { readonly version: string; readonly digest: string }>>

interface Package {
  readonly name: string
  readonly version: string
  readonly folder: string
}

const scheme = 'package:'
/** Before a text that begins with `scheme` and names no module. */
const plain = `${scheme}#`

/** @throws {RangeError} if the folder has no package.json with a name and a version. */
async function packageIn(folder: string): Promise<Package> {
  const file = join(folder, 'package.json')
  const { name, version } = JSON.parse(await readFile(file, 'utf8')) as { name?: unknown; version?: unknown }
  if (typeof name !== 'string' || typeof version !== 'string')
    throw new RangeError(`${file} must have a name and a version, for its modules to be named on another machine`)
  return { name, version, folder }
}

/** The nearest package.json above a file that has one. @throws {RangeError} if there is none. */
function packageOf(file: string): Promise<Package> {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return packageIn(folder)
    if (folder === dirname(folder))
      throw new RangeError(`${file} is in no package: a module that runs on another machine must be in one`)
  }
}

const digests = new Map<string, Promise<string>>()

/** Of paths and contents of all code in a package's folder, once in a process; packages that it depends on do not count. */
function digestOf(folder: string): Promise<string> {
  const known = digests.get(folder) ?? computeDigest(folder)
  digests.set(folder, known)
  return known
}

async function computeDigest(folder: string): Promise<string> {
  const hash = createHash('sha256')
  for (const file of await codeIn(folder)) {
    const content = createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
    hash.update(`${relative(folder, file).split(sep).join('/')} ${content}\n`)
  }
  return hash.digest('hex')
}

async function codeIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
      found.push(...(await codeIn(path)))
    if (entry.isFile() && isCode(entry.name)) found.push(path)
  }
  return found
}

/**
 * Plain data whose texts that are URLs of modules name these by their packages instead, and those packages.
 *
 * @throws {RangeError} if a module is in no package.
 */
export async function packageNamesIn<T>(value: T): Promise<{ readonly value: T; readonly packages: Packages }> {
  const packages: Record<string, Packages[string]> = {}
  const named = await mapTexts(value, async text => {
    if (text.startsWith(scheme)) return plain + text
    const file = fileAt(text)
    if (file === null || !isCode(file) || !existsSync(file)) return text
    const { name, version, folder } = await packageOf(file)
    packages[name] ??= { version, digest: await digestOf(folder) }
    return `${scheme}${name}#${relative(folder, file).split(sep).join('/')}`
  })
  return { value: named, packages }
}

/** Why a machine on which `installed` are run does not run modules of `packages`; empty if it does. */
export function packagesObstacle(packages: Packages, installed: Packages): string {
  for (const [name, { version, digest }] of Object.entries(packages)) {
    const here = Object.hasOwn(installed, name) ? installed[name] : undefined
    if (here === undefined)
      return `modules of ${name} are not run here, only of ${Object.keys(installed).join(', ')}: see --modules`
    if (here.version !== version || here.digest !== digest)
      return `${name} must be that of the run, ${version} (${digest.slice(0, 12)}), got ${here.version} (${here.digest.slice(0, 12)})`
  }
  return ''
}

/** The packages whose modules a machine runs: this one, and others that it was told of. */
export interface Installed {
  readonly packages: Packages
  /** Letters, digits and `-`, which differ where the code of this package or the version of Node's data does. */
  readonly build: string
  /** Those of the packages. */
  readonly folders: readonly string[]
  /** @throws {RangeError} if one of the packages is not allowed here, or is not the same. */
  readonly require: (packages: Packages) => void
  /** The reverse of `packageNamesIn`. @throws {RangeError} if a module is named that is not in a package of `packages`. */
  readonly resolve: <T>(value: T, packages: Packages) => Promise<T>
}

/** @param others by name: the package in the working directory, or one installed there. @throws {RangeError} if one is neither. */
export async function installedPackages(others: readonly string[], from = process.cwd()): Promise<Installed> {
  const own = await packageOf(fileURLToPath(import.meta.url))
  const all = [own, ...(await Promise.all(others.map(name => findPackage(name, from))))]
  const byName = new Map(all.map(each => [each.name, each]))
  const installed = Object.fromEntries(
    await Promise.all(
      all.map(async ({ name, version, folder }) => [name, { version, digest: await digestOf(folder) }] as const),
    ),
  )
  return {
    packages: installed,
    build: `${(await digestOf(own.folder)).slice(0, 16)}-${dataFormat()}`,
    folders: all.map(({ folder }) => folder),
    require: packages => {
      const obstacle = packagesObstacle(packages, installed)
      if (obstacle !== '') throw new RangeError(obstacle)
    },
    resolve: (value, packages) =>
      mapTexts(value, text => {
        if (text.startsWith(plain)) return text.slice(plain.length)
        if (!text.startsWith(scheme)) return text
        const [name = '', path = ''] = text.slice(scheme.length).split('#')
        const here = Object.hasOwn(packages, name) ? byName.get(name) : undefined
        const file = here === undefined ? '' : join(here.folder, path)
        if (here === undefined || !isCodeOf(here.folder, file))
          throw new RangeError(`${text} is no module of a package that was checked`)
        return pathToFileURL(file).href
      }),
  }
}

async function findPackage(name: string, from: string): Promise<Package> {
  const places = [from]
  for (let folder = from; ; folder = dirname(folder)) {
    places.push(join(folder, 'node_modules', name))
    if (folder === dirname(folder)) break
  }
  for (const place of places) {
    if (!existsSync(join(place, 'package.json'))) continue
    const found = await packageIn(place)
    if (found.name === name) return found
  }
  throw new RangeError(`--modules must name packages that are installed in ${from}, got ${name}`)
}

/** Plain data with each text replaced. */
async function mapTexts<T>(value: T, replace: (text: string) => string | Promise<string>): Promise<T> {
  const map = async (part: unknown): Promise<unknown> => {
    if (typeof part === 'string') return replace(part)
    if (Array.isArray(part)) return Promise.all(part.map(map))
    if (!isPlain(part)) return part
    const entries = Object.entries(part).map(async ([key, each]) => [key, await map(each)] as const)
    return Object.fromEntries(await Promise.all(entries))
  }
  return (await map(value)) as T
}

/** Whether it is an object literal, of whatever realm. */
function isPlain(value: unknown): value is object {
  if (value === null || typeof value !== 'object') return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
