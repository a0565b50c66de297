/** A project that is empty but for the packed package. */
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { command } from './command.ts'

/** Most that a plain install may take, MB. */
const maxMegabytes = 350

/** @returns the path of the tarball that `npm pack` made of this checkout. */
export async function pack(folder: string): Promise<string> {
  await command('.', ['npm', 'pack', '--pack-destination', folder])
  const [tarball] = (await readdir(folder)).filter(name => name.endsWith('.tgz'))
  if (tarball === undefined) throw new Error(`npm pack must leave a tarball in ${folder}, got none`)
  return join(folder, tarball)
}

/**
 * Installs the tarball in a new project.
 *
 * @returns how much is there then, in words.
 * @throws {Error} if anything that was installed has an install script, or it is larger than it may be.
 */
export async function installAlone(project: string, tarball: string): Promise<string> {
  await mkdir(project)
  await command(project, ['npm', 'init', '-y'])
  await command(project, ['npm', 'install', '--no-audit', '--no-fund', tarball])
  const { packages } = z
    .object({ packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })) })
    .parse(JSON.parse(await readFile(join(project, 'package-lock.json'), 'utf8')))
  const active = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
  if (active.length > 0) throw new Error(`these have an install script: ${active.map(([path]) => path).join(', ')}`)
  const megabytes = parseInt(await command(project, ['du', '-sm', 'node_modules']), 10)
  if (!(megabytes < maxMegabytes)) throw new Error(`an install must stay below ${maxMegabytes} MB, got ${megabytes}`)
  return `${Object.keys(packages).length - 1} packages, ${megabytes} MB`
}

/** Adds what the examples' page says to install beside the package, and compiles the examples as they are. */
export async function compileExamples(project: string): Promise<void> {
  const { devDependencies } = z
    .object({ devDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile('package.json', 'utf8')))
  const beside = ['typescript', '@types/node', 'vitest'].map(name => `${name}@${devDependencies[name]}`)
  await command(project, ['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', 'rxjs', ...beside])
  await command(project, ['npm', 'pkg', 'set', 'type=module'])
  await command(project, ['cp', '-R', 'node_modules/rlanything/examples', 'examples'])
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['examples'] }))
  await command(project, ['npx', 'tsc'])
}

const compilerOptions = {
  target: 'es2023',
  module: 'nodenext',
  rootDir: 'examples',
  outDir: 'dist',
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
}
