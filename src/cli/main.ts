#!/usr/bin/env node
/** The `rlanything` program. */
import { readFile } from 'node:fs/promises'
import { isTree } from '../config/tree.ts'
import { endProcess, hangUpCode } from './terminal/end-process.ts'
import { runProgram } from './program.ts'
import { processTerminal } from './terminal/terminal.ts'

const manifest: unknown = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'))

const terminal = processTerminal()
/* Node would show the library's warnings with its process's number, as its own. Told to show none, it does not listen. */
if (process.listenerCount('warning') > 0)
  process.removeAllListeners('warning').on('warning', ({ message }) => terminal.printError(`warning: ${message}`))
const code = await runProgram(process.argv.slice(2), {
  terminal,
  training: () => import('../api/commands.ts'),
  version: isTree(manifest) ? String(manifest['version']) : '',
})
process.exitCode = code
if (code === hangUpCode) endProcess(code)
/* A thread that did not end must not keep a finished command alive. */
setTimeout(() => process.exit(), 2000).unref()
