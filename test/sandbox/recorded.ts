/** Programs, and what `python3` and LiveCodeBench's grader made of them, recorded by `test/fixtures/python/record.py`. */
import { readFileSync } from 'node:fs'

export interface Recorded {
  readonly group: string
  readonly program: string
  readonly input: string
  readonly wanted: string
  /** Of the function to call; left out, the program reads and prints. */
  readonly name?: string
  readonly python?: { readonly output: string; readonly code: number }
  readonly livecodebench: 'passed' | 'failed'
  /** Why ours is another verdict, by a key of the table in docs/sandbox.md. */
  readonly differs?: { readonly python?: string; readonly livecodebench?: string }
}

export const recorded = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/python/programs.json', import.meta.url), 'utf8'),
) as readonly Recorded[]

/** Its function and tests are those of a program. */
export const anItem = {
  format: 'livecodebench',
  id: null,
  title: null,
  difficulty: null,
  question: '',
  starterCode: '',
  timeMs: 6000,
} as const
