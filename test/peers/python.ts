/** Environments of Python with programs of others, prepared by scripts; a test that lacks one says so and is skipped. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'

/** @param variable names the folder of the environment. */
export function withPython(
  variable: string,
  title: string,
  body: (t: ExecutionContext, bin: string) => Promise<void>,
): void {
  const folder = process.env[variable]
  if (folder === undefined) {
    test.skip(`SKIPPED, ${variable} names no environment: ${title}`, () => {})
    return
  }
  test(title, t => body(t, join(folder, 'bin')))
}

/** The last line that a script prints, as JSON. */
export async function told(bin: string, args: readonly string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(join(bin, 'python'), [...args], { maxBuffer: 2 ** 26 })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

/** A server that runs until the test ends; resolves once it answers at `url`. */
export async function running(t: ExecutionContext, bin: string, args: readonly string[], url: string): Promise<void> {
  const child: ChildProcess = spawn(join(bin, 'python'), [...args], { stdio: ['ignore', 'inherit', 'inherit'] })
  t.teardown(() => child.kill())
  while (child.exitCode === null) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await new Promise(resolve => setTimeout(resolve, 200))
  }
  throw new Error(`${args.join(' ')} ended with ${child.exitCode}`)
}
