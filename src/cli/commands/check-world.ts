/** Prints the results of `check` for a world. */
import { environmentSource } from '../../config/environment-source.ts'
import { checkWorld, type WorldVerdict } from '../../laws/world/check-world.ts'
import type { LawProgress } from '../../laws/law/law.ts'
import type { JunitCase } from '../../laws/law/junit.ts'
import { now } from '../../runtime/waiting/clock.ts'
import { left, right, textTable } from '../../text/text-table.ts'
import { readConfigOptions, type ConfigFlags } from '../options/config-options.ts'

interface WorldFlags extends Pick<ConfigFlags, 'config' | 'set'> {
  readonly law?: readonly string[]
  readonly seed: number
  readonly runs?: number
  readonly deadline: number
  readonly format: 'table' | 'json' | 'junit'
}

/** @throws {RangeError} if there is no such law; {ConfigError} if a setting is wrong. */
export async function checkWorldFile(
  name: string,
  { law: names, seed, runs, deadline: deadlineMs, format, ...settings }: WorldFlags,
  advance: LawProgress,
): Promise<{ readonly text: string; readonly failed: boolean }> {
  const { config, set } = settings
  const { environment } = await readConfigOptions(
    { ...(config === undefined ? {} : { config }), ...(set === undefined ? {} : { set }) },
    name,
  )
  const options = {
    seed,
    deadlineMs,
    advance,
    ...(runs === undefined ? {} : { runs }),
    ...(names === undefined ? {} : { names }),
  }
  const checked: WorldVerdict[] = []
  for await (const one of checkWorld(environmentSource(environment), options, now)) checked.push(one)
  const failed = checked.some(({ verdict }) => verdict !== 'holds')
  const texts = {
    table: () => table(checked),
    json: () => JSON.stringify({ file: name, laws: checked }, null, 2),
    junit: () => junit(name, checked),
  }
  return { failed, text: await texts[format]() }
}

async function junit(name: string, checked: readonly WorldVerdict[]): Promise<string> {
  const { junitText } = await import('../../laws/law/junit.ts')
  return junitText(
    name,
    checked.map(one => ({ name: one.law, classname: 'world', ms: one.ms, outcome: outcomeOf(one) })),
  )
}

function outcomeOf(one: WorldVerdict): JunitCase['outcome'] {
  if (!('reason' in one)) return { kind: 'passed' }
  return one.verdict === 'broken'
    ? { kind: 'failure', message: one.law, text: one.reason }
    : { kind: 'error', message: one.reason }
}

/** A line for each law, then the message of each that does not hold. */
function table(checked: readonly WorldVerdict[]): string {
  const lines = textTable(
    [{ title: 'law', align: 'left', width: 70 }, left('verdict'), right('ms')],
    checked.map(({ law, verdict, ms }) => [law, verdict, String(Math.round(ms))]),
  )
  const reasons = checked.flatMap(one =>
    'reason' in one ? [one.verdict === 'broken' ? one.reason : `${one.law}: stuck: ${one.reason}`] : [],
  )
  const count = (verdict: string) => checked.filter(one => one.verdict === verdict).length
  return [lines, ...reasons, `${count('holds')} hold, ${count('broken')} broken, ${count('stuck')} stuck`].join('\n\n')
}
