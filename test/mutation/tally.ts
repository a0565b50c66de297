import { z } from 'zod'
import type { Equivalent } from './equivalents.ts'
import { nth } from '../../src/math/nth.ts'

const place = z.object({ line: z.number(), column: z.number() })

/** Stryker's report, as far as it is read here. See https://github.com/stryker-mutator/mutation-testing-elements */
export const reportSchema = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.string(),
      mutants: z.array(
        z.object({
          status: z.enum([
            'Killed',
            'Timeout',
            'Survived',
            'NoCoverage',
            'RuntimeError',
            'CompileError',
            'Ignored',
            'Pending',
          ]),
          replacement: z.string(),
          location: z.object({ start: place, end: place }),
        }),
      ),
    }),
  ),
})
export type Report = z.infer<typeof reportSchema>

export interface Tally {
  /** Mutants that a test could have found: all but the equivalent ones and those of excluded kinds. */
  readonly mutants: number
  readonly killed: number
  /** Mutants that are named as equivalent and did survive. */
  readonly equivalent: number
  /** `file:line change`, of each that no test found. */
  readonly survivors: readonly string[]
  /** Named as equivalent, but killed, or not there any more. */
  readonly stale: readonly Equivalent[]
}

/** @param equivalents of the files of the report; others are left alone. */
export function tallyOf({ files }: Report, equivalents: readonly Equivalent[]): Tally {
  const met = new Set<Equivalent>()
  const survivors: string[] = []
  let killed = 0
  let equivalent = 0
  for (const [file, { source, mutants }] of Object.entries(files)) {
    const lines = source.split('\n')
    for (const { status, replacement, location } of mutants) {
      if (status === 'Ignored') continue
      if (status === 'Killed' || status === 'Timeout') {
        killed += 1
        continue
      }
      const change = changeOf(lines, location, replacement)
      const line = nth(lines, location.start.line - 1).trim()
      const named = equivalents.find(each => each.file === file && each.line === line && each.change === change)
      if (named === undefined) survivors.push(`${file}:${location.start.line} ${change}`)
      else {
        met.add(named)
        equivalent += 1
      }
    }
  }
  const stale = equivalents.filter(each => each.file in files && !met.has(each))
  return { mutants: killed + survivors.length, killed, equivalent, survivors, stale }
}

type Location = Report['files'][string]['mutants'][number]['location']

/** Each side is cut after its first line. */
function changeOf(lines: readonly string[], { start, end }: Location, replacement: string): string {
  const first = nth(lines, start.line - 1)
  const from = start.line === end.line ? first.slice(start.column - 1, end.column - 1) : first.slice(start.column - 1)
  return `${from} → ${nth(replacement.split('\n'), 0)}`
}
