/** CPython, in a process that has been cut off. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cutOff, type CutOff } from './cut-off.ts'
import { webAssembly } from './web-assembly.ts'

/** The used part of the interpreter's module; its types do not include it. */
export interface Machine {
  /** The whole memory of the interpreter; another array once it has grown. */
  readonly HEAPU8: Uint8Array
  readonly HEAPU32: Uint32Array
  readonly FS: FileSystem
  readonly PIPEFS: { createPipe: () => never }
  readonly SOCKFS: { createSocket: () => never }
  readonly stackSave: () => number
  readonly stackRestore: (pointer: number) => void
  /** Where it is noted how far the memory is in use. */
  readonly _emscripten_get_sbrk_ptr: () => number
  /** A table of pairs: the address of a name, the address of what makes the module. */
  readonly _PyImport_Inittab: number
  readonly UTF8ToString: (address: number) => string
}

interface FileSystem {
  readonly streams: ({ fd: number } | null)[]
  readonly filesystems: { readonly MEMFS: { readonly ops_table: Readonly<Record<string, Operations>> } }
  readonly ErrnoError: new (errno: number) => Error
  readonly chdir: (path: string) => void
}

interface Operations {
  readonly node: Record<string, unknown>
  readonly stream: Record<string, unknown>
}

type Python = Awaited<ReturnType<(typeof import('pyodide'))['loadPyodide']>>

interface LoadedPython extends CutOff {
  readonly python: Python
  readonly machine: Machine
}

/** How an interpreter begins: from nothing, so that an image can be made of it, or from an image. */
type PythonBeginning = { readonly _makeSnapshot: true } | { readonly _loadSnapshot: Uint8Array }

/** The interpreter takes this for a worker of a browser: it looks for no host then. */
export async function load(beginning: PythonBeginning): Promise<LoadedPython> {
  const folder = new URL('.', import.meta.resolve('pyodide'))
  const names = ['pyodide.asm.wasm', 'python_stdlib.zip']
  const files = new Map(names.map(name => [name, readFileSync(fileURLToPath(new URL(name, folder)))]))
  const lock = JSON.parse(readFileSync(fileURLToPath(new URL('pyodide-lock.json', folder)), 'utf8')) as {
    readonly info: object
  }
  const { ...hidden } = cutOff()
  const fetch = async (address: string | URL): Promise<object> => {
    const name = String(address).split('/').at(-1) ?? ''
    const bytes = files.get(name)
    if (bytes === undefined) throw new Error(`there is no ${name}`)
    return { ok: true, arrayBuffer: async () => new Uint8Array(bytes).buffer }
  }
  const WorkerGlobalScope = Object.defineProperty(() => {}, Symbol.hasInstance, { value: () => true })
  Object.assign(globalThis, { WorkerGlobalScope, self: globalThis, location: folder, fetch })
  webAssembly.instantiateStreaming = async (response, imports) =>
    webAssembly.instantiate(await (await response).arrayBuffer(), imports)

  const { loadPyodide } = await import('pyodide')
  const python = await loadPyodide({
    indexURL: fileURLToPath(folder),
    jsglobals: Object.create(null) as object,
    lockFileContents: { ...lock, packages: {} } as never,
    packageBaseUrl: 'file:///nowhere/',
    env: { HOME: '/', PYTHONHASHSEED: '0' },
    ...beginning,
  })
  for (const name of ['WorkerGlobalScope', 'self', 'location', 'fetch']) Reflect.deleteProperty(globalThis, name)
  return { ...hidden, python, machine: (python as unknown as { readonly _module: Machine })._module }
}
