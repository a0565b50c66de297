/** Prints the results of `check` for a formulation. */
import { now } from '../../runtime/waiting/clock.ts'
import { checkFile, type FileLaw } from '../../laws/formulation/check-file.ts'
import { formulationLaws } from '../../laws/formulation/laws.ts'
import { loadLaws } from '../../laws/formulation/load-laws.ts'
import { claimText, failures, verdictsJson } from '../../laws/formulation/verdicts.ts'
import { workedExample } from '../../laws/formulation/worked-example.ts'
import type { LawProgress } from '../../laws/law/law.ts'
import { lawsNamed } from '../options/laws-named.ts'
import { left, right, textTable } from '../../text/text-table.ts'
import type { RunConfig } from '../../config/config.ts'

export interface CheckFlags {
  readonly law?: readonly string[]
  /** File of further laws. */
  readonly laws?: string
  readonly config: RunConfig
  readonly seed: number
  readonly runs: number
  readonly deadline: number
  readonly strict?: boolean
  readonly format: 'table' | 'json' | 'junit'
}

/**
 * @param advance told of each law.
 * @throws {RangeError} if there is no such law, or a file cannot be loaded.
 */
export async function checkFormulationFile(
  file: string,
  { law: names, laws: lawsFile, config, seed, runs, deadline, format, strict = false }: CheckFlags,
  advance: LawProgress,
): Promise<{ readonly text: string; readonly failed: boolean }> {
  const all = [...formulationLaws, ...(lawsFile === undefined ? [] : await loadLaws(lawsFile))]
  const options = { laws: lawsNamed(all, names), lawsFile: lawsFile ?? null, config, seed, runs, deadlineMs: deadline }
  const checked: FileLaw[] = []
  for await (const one of checkFile(file, options, now)) {
    checked.push(one)
    advance(checked.length, options.laws.length, one.law.name)
  }
  const texts = {
    table: () => checkTable(checked, config),
    json: () => verdictsJson(file, checked),
    junit: async () => (await import('../../laws/formulation/junit.ts')).verdictsJunit(file, checked, strict),
  }
  return { text: await texts[format](), failed: failures(checked, strict).length > 0 }
}

/** The checked laws of the formulation itself, then of the configuration, which has the missing parts. */
function checkTable(checked: readonly FileLaw[], { environment: { name } }: RunConfig): string {
  const [own, rest] = [checked.filter(one => one.own), checked.filter(one => !one.own)]
  return [
    ...(own.length === 0 ? [] : [section(own, 'its own')]),
    ...(rest.length === 0 ? [] : [section(rest, `of the configuration for ${name}`)]),
  ].join('\n\n')
}

/** A line for each law, then each broken one as a worked example, worst first, and whose the parts are. */
function section(checked: readonly FileLaw[], whose: string): string {
  const table = textTable(
    [left('law'), left('severity'), { title: 'verdict', align: 'left', width: 44 }, right('runs'), right('ms')],
    checked.map(({ law, result, ms }) => [
      law.name,
      law.severity,
      'reason' in result ? `${result.verdict}: ${result.reason}` : result.verdict,
      'runs' in result ? String(result.runs) : '',
      String(Math.round(ms)),
    ]),
  )
  const order = ['must', 'should', 'curious']
  const broken = checked
    .toSorted((a, b) => order.indexOf(a.law.severity) - order.indexOf(b.law.severity))
    .flatMap(({ law, result }) => (result.verdict === 'broken' ? [workedExample(law, result)] : []))
  const unclaimed = checked.flatMap(({ law: { name }, result }) =>
    'claim' in result ? [`${name}: ${claimText(result.claim)}`] : [],
  )
  const count = (verdict: string) => checked.filter(({ result }) => result.verdict === verdict).length
  const summary = `${count('holds')} hold, ${count('broken')} broken, ${count('stuck')} stuck, ${count('not applicable')} not applicable`
  const parts = [...new Set(checked.map(({ law }) => law.part))]
  return [
    table,
    ...(unclaimed.length === 0 ? [] : [unclaimed.join('\n')]),
    ...broken,
    `${summary}\n${whose}: ${parts.join(', ')}`,
  ].join('\n\n')
}
