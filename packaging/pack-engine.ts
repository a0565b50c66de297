/** Makes a package of ONNX Runtime for each platform; why, docs/decisions/0024-packed-engine.md. */
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { enginePackage } from '../src/engine/local/sessions/engine-package.ts'
import { nth } from '../src/math/nth.ts'

/** A binding and the library that it is linked to; the others of the folder are for GPUs. */
const binaries = /^(onnxruntime_binding\.node|libonnxruntime\.so\.1|libonnxruntime\.1\.dylib|onnxruntime\.dll)$/

const manifestSchema = z.object({ version: z.string(), license: z.string() })

export interface PackEngineOptions {
  /** Folder of onnxruntime-node as it was installed. */
  readonly from: string
  /** Is made anew; gets a folder for each package, e.g. `linux-x64`. */
  readonly to: string
  /** Text of the licence, which the installed package only names. */
  readonly license: string
}

/**
 * Makes a package for each platform that onnxruntime-node has: its JavaScript and the binaries for the processor, without
 * its install script.
 *
 * @returns the versions of the packages by their names.
 * @throws {Error} if a platform lacks its binding or its library.
 */
export async function packEngine({ from, to, license }: PackEngineOptions): Promise<Readonly<Record<string, string>>> {
  const { version, license: term } = manifestSchema.parse(
    JSON.parse(await readFile(join(from, 'package.json'), 'utf8')),
  )
  const files = (await readdir(from, { recursive: true })).map(path => path.replaceAll('\\', '/'))
  const scripts = files.filter(path => /^dist\/\w+\.js$/.test(path))
  const native = files.filter(path => path.startsWith('bin/') && binaries.test(path.split('/').at(-1) ?? ''))
  const folders = [...new Set(native.map(dirname))].sort()
  const torn = folders.filter(folder => native.filter(path => dirname(path) === folder).length !== 2)
  if (folders.length === 0 || torn.length > 0) {
    throw new Error(`${from} must hold a binding and its library for each platform, got ${torn.join(', ') || 'none'}`)
  }
  await rm(to, { recursive: true, force: true })
  const versions: Record<string, string> = {}
  for (const folder of folders) {
    const [os, cpu] = platformOf(folder)
    const name = enginePackage(os, cpu)
    const place = join(to, `${os}-${cpu}`)
    for (const path of ['README.md', ...scripts, ...native.filter(file => dirname(file) === folder)]) {
      await mkdir(dirname(join(place, path)), { recursive: true })
      await copyFile(join(from, path), join(place, path))
    }
    const manifest = {
      ...{ name, version, license: term, description: `ONNX Runtime for the processor, ${os} ${cpu}` },
      ...{ os: [os], cpu: [cpu], ...(os === 'linux' && { libc: ['glibc'] }) },
      ...{ type: 'commonjs', main: 'dist/index.js', dependencies: { 'onnxruntime-common': version } },
    }
    await writeFile(join(place, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    await writeFile(join(place, 'LICENSE'), license)
    versions[name] = version
  }
  return versions
}

/** @param folder e.g. `bin/napi-v6/linux/x64`. */
function platformOf(folder: string): readonly [os: string, cpu: string] {
  const parts = folder.split('/').slice(-2)
  return [nth(parts, 0), nth(parts, 1)]
}
