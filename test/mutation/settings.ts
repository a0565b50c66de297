import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sourcesOf, type Room } from './rooms.ts'

export interface Run {
  readonly room: Room
  /** Files or `file:line-line` to change, in place of all of the room's. */
  readonly only: readonly string[]
  /** The folder of this run, from the root: sandbox and report. */
  readonly folder: string
  /** Whether to try mutants also that only run while a module loads: tables, and functions as values. Each needs a new process. */
  readonly withStatic: boolean
  /** Mutants tried at a time. */
  readonly concurrency: number
}

/** Stryker's settings for one room. */
export function settingsOf({ room, only, folder, withStatic, concurrency }: Run): object {
  return {
    testRunner: 'room',
    plugins: [beside('runner.js')],
    buildCommand: ['node', beside('transpile.js'), resolve('dist'), ...sourcesOf(room)].join(' '),
    mutate: only.length > 0 ? only : sourcesOf(room),
    mutator: { excludedMutations: excluded },
    coverageAnalysis: 'perTest',
    ignoreStatic: !withStatic,
    concurrency,
    /* A busy machine makes a test slow; only a loop without end is a mutant found out. */
    timeoutMS: 30_000,
    timeoutFactor: 2,
    reporters: ['json', 'html', 'progress-append-only'],
    jsonReporter: { fileName: `${folder}/report.json` },
    htmlReporter: { fileName: `${folder}/report.html` },
    tempDirName: `${folder}/sandbox`,
    ignorePatterns: ['/dist*', '/runs', '/benches', '/docs', '/starters', '/.git'],
    allowConsoleColors: false,
  }
}

/**
 * The text of messages and of what a world tells is data: a law that held it letter by letter would be a copy of it.
 * Words that are read again, or told apart, have tests of their own.
 */
const excluded = ['StringLiteral']

const beside = (file: string): string => fileURLToPath(new URL(file, import.meta.url))
