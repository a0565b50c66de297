/** A project that is empty except for the packed package. */
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { command } from './command.ts'

/** Most that a plain install may take, and that the package's tarball may be, MB. */
const maxMegabytes = 150
const maxTarball = 20

/**
 * Packs this checkout, and the engine for this platform.
 *
 * @returns the paths of both tarballs, the package's first.
 * @throws {Error} if that is larger than it may be.
 */
export async function pack(folder: string): Promise<readonly [string, string]> {
  await command('.', ['npm', 'pack', '--pack-destination', folder])
  const engine = `./dist/platforms/${process.platform}-${process.arch}`
  await command('.', ['npm', 'pack', engine, '--pack-destination', folder])
  const names = await readdir(folder)
  const [own, packedEngine] = [/^rlanything-\d/, /^rlanything-onnxruntime-/].map(form =>
    names.find(name => form.test(name)),
  )
  if (own === undefined || packedEngine === undefined) {
    throw new Error(`npm pack must leave two tarballs in ${folder}, got ${names.join(', ') || 'none'}`)
  }
  const megabytes = (await stat(join(folder, own))).size / 1e6
  if (!(megabytes <= maxTarball)) throw new Error(`the tarball must be at most ${maxTarball} MB, got ${megabytes}`)
  return [join(folder, own), join(folder, packedEngine)]
}

/**
 * Installs the tarballs, the package's first, in a new project.
 *
 * @returns how much is there then, in words.
 * @throws {Error} if anything that was installed has an install script, or it is larger than it may be.
 */
export async function installAlone(project: string, tarballs: readonly string[]): Promise<string> {
  await mkdir(project)
  await command(project, ['npm', 'init', '-y'])
  await command(project, ['npm', 'install', '--no-audit', '--no-fund', ...tarballs])
  const { packages } = z
    .object({ packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })) })
    .parse(JSON.parse(await readFile(join(project, 'package-lock.json'), 'utf8')))
  const active = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
  if (active.length > 0) throw new Error(`these have an install script: ${active.map(([path]) => path).join(', ')}`)
  const megabytes = parseInt(await command(project, ['du', '-sm', 'node_modules']), 10)
  if (!(megabytes <= maxMegabytes)) throw new Error(`an install must take at most ${maxMegabytes} MB, got ${megabytes}`)
  if (Object.keys(packages).some(path => path.includes('@tensorflow')))
    throw new Error('TensorFlow.js must come only when it is asked for')
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
  lib: ['es2023'],
  module: 'nodenext',
  rootDir: 'examples',
  outDir: 'dist',
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
}
