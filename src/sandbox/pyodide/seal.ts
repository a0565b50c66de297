/** Removes from the interpreter every way for a program to reach the host, or the next program. */
import type { Machine } from './load.ts'

/** Modules of C that reach around the language: foreign calls, processes, raw memory, the interpreter's own tests. */
const forbidden = new Set([
  ...['_ctypes', '_posixsubprocess', '_remote_debugging', '_pyodide_core', 'mmap', 'fcntl', 'termios', 'faulthandler'],
  ...['_testcapi', '_testinternalcapi', '_testlimitedcapi', '_testclinic', '_testclinic_limited', '_testbuffer'],
  ...['_xxtestfuzz', 'xxsubtype'],
])

export function seal(machine: Machine): void {
  forgetModules(machine)
  closeFiles(machine)
}

/** A module whose name is empty in the table is found by no import. */
function forgetModules({ HEAPU8, HEAPU32, UTF8ToString, _PyImport_Inittab }: Machine): void {
  for (let entry = HEAPU32[_PyImport_Inittab >>> 2]! >>> 2; HEAPU32[entry] !== 0; entry += 2) {
    const name = HEAPU32[entry]!
    if (forbidden.has(UTF8ToString(name))) HEAPU8[name] = 0
  }
}

/** Nothing is written, made, moved or removed; there are no pipes and no sockets. Files there are live outside its memory. */
function closeFiles({ FS, PIPEFS, SOCKFS }: Machine): void {
  const [readOnly, unsupported] = [69, 138]
  const refuse = (errno: number) => (): never => {
    throw new FS.ErrnoError(errno)
  }
  for (const { node, stream } of Object.values(FS.filesystems.MEMFS.ops_table)) {
    for (const name of ['mknod', 'rename', 'unlink', 'rmdir', 'symlink', 'setattr']) {
      if (name in node) node[name] = refuse(readOnly)
    }
    for (const name of ['write', 'allocate', 'msync']) if (name in stream) stream[name] = refuse(readOnly)
  }
  PIPEFS.createPipe = refuse(unsupported)
  SOCKFS.createSocket = refuse(unsupported)
}
