/** Prints the results of `check` for a method. */
import type { RunConfig } from '../../config/config.ts'
import { checkMethod } from '../../laws/method/check-method.ts'
import { methodLaws } from '../../laws/method/method-laws.ts'
import { textTable } from '../../text/text-table.ts'
import { lawsNamed } from '../options/laws-named.ts'
import { readConfigOptions, type ConfigFlags } from '../options/config-options.ts'

interface MethodFlags extends Pick<ConfigFlags, 'config' | 'set'> {
  readonly world?: string
  readonly law?: readonly string[]
  readonly format: 'table' | 'json' | 'junit'
}

/** Most of each in a trial of a law. */
const sizes = { slots: 8, perIteration: 4, episodes: 4 }

/** @throws {RangeError} if there is no such law or format; {ConfigError} if a setting is wrong. */
export async function checkMethodFile(
  file: string,
  { law: names, format, world, ...settings }: MethodFlags,
): Promise<{ readonly text: string; readonly failed: boolean }> {
  if (format === 'junit') throw new RangeError('--format of a method must be table or json, got junit')
  const config = small(await readConfigOptions({ ...settings, method: file }, world))
  const checked = await checkMethod({ config }, lawsNamed(methodLaws, names))
  const failed = checked.some(({ finding }) => finding.verdict === 'broken')
  const rows = checked.map(({ law: { name, statement }, finding }) => ({ name, statement, ...finding }))
  if (format === 'json') return { text: JSON.stringify({ file, laws: rows }, null, 2), failed }
  const table = textTable(
    [
      { title: 'law', align: 'left' },
      { title: 'verdict', align: 'left' },
    ],
    rows.map(({ name, verdict }) => [name, verdict]),
  )
  const reasons = rows.flatMap(row => ('reason' in row ? [`${row.name}: ${row.statement}\n  ${row.reason}`] : []))
  return { text: [table, ...reasons].join('\n\n'), failed }
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
