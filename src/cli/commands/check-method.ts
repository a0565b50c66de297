/** Prints the results of `check` for a method. */
import type { RunConfig } from '../../config/config.ts'
import { checkMethod } from '../../laws/method/check-method.ts'
import type { LawProgress } from '../../laws/law/law.ts'
import type { JunitCase } from '../../laws/law/junit.ts'
import { methodLaws, type MethodFinding, type MethodLaw } from '../../laws/method/method-laws.ts'
import { left, textTable } from '../../text/text-table.ts'
import { lawsNamed } from '../options/laws-named.ts'
import { readConfigOptions, type ConfigFlags } from '../options/config-options.ts'

interface MethodFlags extends Pick<ConfigFlags, 'config' | 'set' | 'seed'> {
  readonly world?: string
  readonly law?: readonly string[]
  readonly format: 'table' | 'json' | 'junit'
}

/** Most of each in a trial of a law. */
const sizes = { slots: 8, perIteration: 4, episodes: 4 }

/** @throws {RangeError} if there is no such law; {ConfigError} if a setting is wrong. */
export async function checkMethodFile(
  file: string,
  { law: names, format, world, ...settings }: MethodFlags,
  advance: LawProgress,
): Promise<{ readonly text: string; readonly failed: boolean }> {
  const config = small(await readConfigOptions({ ...settings, method: file }, world))
  const checked = await checkMethod({ config }, lawsNamed(methodLaws, names), advance)
  const failed = checked.some(({ finding }) => finding.verdict === 'broken')
  const rows = checked.map(({ law: { name, statement }, finding }) => ({ name, statement, ...finding }))
  if (format === 'junit') return { text: await junit(file, rows), failed }
  if (format === 'json') return { text: JSON.stringify({ file, laws: rows }, null, 2), failed }
  const table = textTable(
    [left('law'), left('verdict')],
    rows.map(({ name, verdict }) => [name, verdict]),
  )
  const reasons = rows.flatMap(row => ('reason' in row ? [`${row.name}: ${row.statement}\n  ${row.reason}`] : []))
  return { text: [table, ...reasons].join('\n\n'), failed }
}

type Row = Pick<MethodLaw, 'name' | 'statement'> & MethodFinding

async function junit(file: string, rows: readonly Row[]): Promise<string> {
  const { junitText } = await import('../../laws/law/junit.ts')
  return junitText(
    file,
    rows.map(({ name, statement, ...finding }) => ({
      name,
      classname: 'method',
      outcome: outcomeOf(statement, finding),
    })),
  )
}

function outcomeOf(statement: string, finding: MethodFinding): JunitCase['outcome'] {
  switch (finding.verdict) {
    case 'holds':
      return { kind: 'passed' }
    case 'not applicable':
      return { kind: 'skipped', message: finding.reason }
    case 'broken':
      return { kind: 'failure', message: statement, text: finding.reason }
  }
}

const small = (config: RunConfig): RunConfig => {
  const { slots, perIteration, episodes } = config.tasks
  const tasks = {
    slots: Math.min(slots, sizes.slots),
    perIteration: Math.min(perIteration, sizes.perIteration),
    episodes: Math.min(episodes, sizes.episodes),
  }
  return { ...config, tasks: { ...config.tasks, ...tasks } }
}
