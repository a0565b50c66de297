import { writeFile } from 'node:fs/promises'
import { Option, type Command } from 'commander'
import { now } from '../../runtime/waiting/clock.ts'
import { checkFile, type FileLaw } from '../../testing/formulation/check-file.ts'
import { formulationLaws } from '../../testing/formulation/laws.ts'
import { failures, verdictsJson, verdictsJunit } from '../../testing/formulation/verdicts.ts'
import { workedExample } from '../../testing/formulation/worked-example.ts'
import { textTable } from '../../text-table.ts'
import type { CliContext } from '../context.ts'
import { wholeNumber } from '../whole-number.ts'

interface Flags {
  readonly law?: readonly string[]
  readonly seed: number
  readonly runs: number
  readonly deadline: number
  readonly strict?: true
  readonly format: 'table' | 'json' | 'junit'
  readonly output?: string
}

/** `check FORMULATION`: the laws on the one that a file exports, or on one by its name. Exit code 1 if one that must hold is broken. */
export function checkCommand(parent: Command, { terminal, exit }: CliContext): void {
  parent
    .command('check')
    .description('hold a reward formulation to the laws, with the smallest counterexample of each that is broken')
    .argument(
      '<formulation>',
      'TypeScript or JavaScript file whose default export is a formulation, or the name of one',
    )
    .option('--law <name...>', 'only these laws')
    .option('--seed <n>', 'the same seed tries the same cases', wholeNumber('--seed'), 1)
    .option('--runs <n>', 'cases of each law', wholeNumber('--runs'), 1000)
    .option('--deadline <ms>', 'most time for one law; more, and it is stuck', wholeNumber('--deadline'), 20_000)
    .option('--strict', 'a broken law that should hold fails the check, too')
    .addOption(new Option('--format <kind>', 'what is printed').choices(['table', 'json', 'junit']).default('table'))
    .option('--output <file>', 'write it to a file instead')
    .action(async (file: string, { law: names, seed, runs, deadline, format, output, strict }: Flags) => {
      const options = { laws: lawsNamed(names), seed, runs, deadlineMs: deadline }
      const checked: FileLaw[] = []
      for await (const one of checkFile(file, options, now)) checked.push(one)
      const texts = {
        table: () => checkTable(checked),
        json: () => verdictsJson(file, checked),
        junit: () => verdictsJunit(file, checked, strict === true),
      }
      const text = texts[format]()
      if (output === undefined) terminal.print(text)
      else await writeFile(output, `${text}\n`)
      if (failures(checked, strict === true).length > 0) exit(1)
    })
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
export function checkTable(checked: readonly FileLaw[]): string {
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
  return [table, ...broken, summary].join('\n\n')
}
