/** Prints the results of `check` for a formulation. */
import { now } from '../../runtime/waiting/clock.ts'
import { checkFile, type FileLaw } from '../../laws/formulation/check-file.ts'
import { formulationLaws } from '../../laws/formulation/laws.ts'
import { failures, verdictsJson } from '../../laws/formulation/verdicts.ts'
import { workedExample } from '../../laws/formulation/worked-example.ts'
import { textTable } from '../../text/text-table.ts'
import type { RunConfig } from '../../config/config.ts'

export interface CheckFlags {
  readonly law?: readonly string[]
  readonly config: RunConfig
  readonly seed: number
  readonly runs: number
  readonly deadline: number
  readonly strict?: boolean
  readonly format: 'table' | 'json' | 'junit'
}

/** @throws {RangeError} if there is no such law, or the file cannot be loaded. */
export async function checkFormulationFile(
  file: string,
  { law: names, config, seed, runs, deadline, format, strict = false }: CheckFlags,
): Promise<{ readonly text: string; readonly failed: boolean }> {
  const options = { laws: lawsNamed(names), config, seed, runs, deadlineMs: deadline }
  const checked: FileLaw[] = []
  for await (const one of checkFile(file, options, now)) checked.push(one)
  const texts = {
    table: () => checkTable(checked, config),
    json: () => verdictsJson(file, checked),
    junit: async () => (await import('../../laws/formulation/junit.ts')).verdictsJunit(file, checked, strict),
  }
  return { text: await texts[format](), failed: failures(checked, strict).length > 0 }
}

/** @throws {RangeError} naming a law that there is not. */
function lawsNamed(names: readonly string[] | undefined) {
  for (const name of names ?? []) {
    if (!formulationLaws.some(law => law.name === name))
      throw new RangeError(`--law must be one of ${formulationLaws.map(law => law.name).join(', ')}, got ${name}`)
  }
  return names === undefined ? formulationLaws : formulationLaws.filter(({ name }) => names.includes(name))
}

/** A line for each law, then each broken one as a worked example, worst first. */
function checkTable(checked: readonly FileLaw[], config: RunConfig): string {
  const table = textTable(
    [
      { title: 'law', align: 'left' },
      { title: 'severity', align: 'left' },
      { title: 'verdict', align: 'left', width: 44 },
      { title: 'runs', align: 'right' },
      { title: 'ms', align: 'right' },
    ],
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
  const count = (verdict: string) => checked.filter(({ result }) => result.verdict === verdict).length
  const summary = `${count('holds')} hold, ${count('broken')} broken, ${count('stuck')} stuck, ${count('not applicable')} not applicable`
  return [table, ...broken, `${summary}\n${whoseParts(checked, config)}`].join('\n\n')
}

/** Whose the parts are that were checked: where a formulation has none, it is the configuration that was held to the laws. */
function whoseParts(checked: readonly FileLaw[], { environment: { name } }: RunConfig): string {
  const partsOf = (own: boolean) => [...new Set(checked.filter(one => one.own === own).map(({ law }) => law.part))]
  const own = partsOf(true)
  const rest = partsOf(false)
  const text = (parts: readonly string[], whose: string) =>
    parts.length === 0 ? [] : [`${whose}: ${parts.join(', ')}`]
  return [...text(own, 'its own'), ...text(rest, `of the configuration for ${name}`)].join('; ')
}
