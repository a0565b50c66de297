/** Puts ONNX Runtime into the package; why, docs/decisions/0024-packed-engine.md. */
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/** A binding and the library that it is linked to; the others of the folder are for GPUs. */
const binaries = /^(onnxruntime_binding\.node|libonnxruntime\.so\.1|libonnxruntime\.1\.dylib|onnxruntime\.dll)$/

const manifestSchema = z.object({ name: z.string(), version: z.string(), license: z.string() })

export interface PackEngineOptions {
  /** Folder of onnxruntime-node as it was installed. */
  readonly from: string
  /** Is made anew. */
  readonly to: string
  /** Text of the licence, which the installed package only names. */
  readonly license: string
}

/**
 * Copies the JavaScript of onnxruntime-node and, for every platform that it has, the binaries for the processor. Its
 * install script is left behind.
 *
 * @returns the platforms, e.g. `linux/x64`.
 * @throws {Error} if a platform lacks its binding or its library.
 */
export async function packEngine({ from, to, license }: PackEngineOptions): Promise<readonly string[]> {
  const {
    name,
    version,
    license: term,
  } = manifestSchema.parse(JSON.parse(await readFile(join(from, 'package.json'), 'utf8')))
  const files = (await readdir(from, { recursive: true })).map(path => path.replaceAll('\\', '/'))
  const scripts = files.filter(path => /^dist\/\w+\.js$/.test(path))
  const native = files.filter(path => path.startsWith('bin/') && binaries.test(path.split('/').at(-1) ?? ''))
  const folders = [...new Set(native.map(dirname))].sort()
  const torn = folders.filter(folder => native.filter(path => dirname(path) === folder).length !== 2)
  if (folders.length === 0 || torn.length > 0) {
    throw new Error(`${from} must hold a binding and its library for each platform, got ${torn.join(', ') || 'none'}`)
  }
  await rm(to, { recursive: true, force: true })
  for (const path of ['README.md', ...scripts, ...native]) {
    await mkdir(dirname(join(to, path)), { recursive: true })
    await copyFile(join(from, path), join(to, path))
  }
  const manifest = { name, version, license: term, private: true, type: 'commonjs', main: 'dist/index.js' }
  await writeFile(join(to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await writeFile(join(to, 'LICENSE'), license)
  return folders.map(folder => folder.split('/').slice(-2).join('/'))
}
