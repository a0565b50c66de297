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

/**
 * Runs a command that must print something.
 *
 * @returns the first line of it.
 * @throws {Error} with all that it printed, if it prints anything else.
 */
export async function printing(says: RegExp, ...[folder, line, code]: Parameters<typeof command>): Promise<string> {
  const printed = await command(folder, line, code)
  const [found] = says.exec(printed) ?? []
  if (found === undefined) throw new Error(`"${line.join(' ')}" must print ${String(says)}, got:\n${printed}`)
  return found.split('\n')[0] ?? ''
}
