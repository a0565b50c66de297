import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stripVTControlCharacters } from 'node:util'

/** Settings of this checkout that a user who installs the package does not have. */
const own = /^npm_|^INIT_CWD$|^ONNXRUNTIME_NODE_|^NODE_(OPTIONS|PATH)$/i

const outside = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)))

/**
 * Runs a command as a user would who has no checkout.
 *
 * @param folder it runs in.
 * @param code the exit code that is right.
 * @returns what it printed, on both streams, without colours (some programs colour what no terminal reads, where `CI` is set).
 * @throws {Error} with what it printed, if it ends otherwise.
 */
export async function command(folder: string, line: readonly [string, ...string[]], code = 0): Promise<string> {
  const [program, ...words] = line
  const child = spawn(program, words, { cwd: folder, env: outside, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  }
  await once(child, 'close')
  const plain = stripVTControlCharacters(printed)
  if (child.exitCode === code) return plain
  const end = child.exitCode ?? child.signalCode
  throw new Error(`"${line.join(' ')}" must end with ${code}, got ${end}:\n${plain}`)
}
