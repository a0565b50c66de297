/** Which modules a process imports that runs what others ask for. */
import { extname, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const variable = 'RLANYTHING_IMPORT_ONLY_FROM'
const code = new Set(['.js', '.mjs', '.cjs', '.wasm'])

/** This process, and threads and processes that it starts from now on, import modules by their addresses from these packages' folders alone. */
export function importOnlyFrom(folders: readonly string[]): void {
  process.env[variable] = JSON.stringify(folders)
}

/** @throws {RangeError} if the process imports from some folders alone, and the address is that of no code in them. */
export function requireImportable(address: string): void {
  const folders = process.env[variable]
  if (folders === undefined) return
  const file = fileAt(address)
  if (file === null || !(JSON.parse(folders) as readonly string[]).some(folder => isCodeOf(folder, file)))
    throw new RangeError(`${address.slice(0, 200)} is no module of a package that was checked`)
}

/** Whether it is code of the package in the folder, not of one that it depends on. */
export const isCodeOf = (folder: string, file: string): boolean =>
  isCode(file) &&
  relative(folder, file)
    .split(sep)
    .every(part => part !== 'node_modules' && !part.startsWith('.'))

export const isCode = (file: string): boolean => code.has(extname(file))

/** @returns `null` for what is no address of a file. */
export function fileAt(address: string): string | null {
  if (!address.startsWith('file:')) return null
  try {
    return fileURLToPath(address)
  } catch {
    return null
  }
}
