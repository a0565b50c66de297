/** All that can be set, for a terminal. */
import { departs, type SettingKey, type Section } from '../../config/reference/keys.ts'
import { paperValues } from '../../config/reference/paper-values.ts'
import { textTable } from '../../text/text-table.ts'

/** Wider lines are harder to read. */
const widest = 110
/** Of the meaning, however narrow the terminal. */
const narrowest = 24

/**
 * A table a section: each key as `--set` takes it with its default, a star where the world's preset departs from the
 * general default; next to it meaning, range, general default and the paper's value.
 *
 * @param width letters of a line.
 */
export function settingsText(sections: readonly Section[], width: number): string {
  const left = Math.max(...sections.flatMap(({ keys }) => keys.map(key => [...assignment(key)].length)))
  const right = Math.max(narrowest, Math.min(width, widest) - left - 2)
  const tables = sections.map(({ name, meaning, keys }) =>
    textTable(
      [
        { title: name.padEnd(left), align: 'left' },
        { title: meaning, align: 'left', width: right },
      ],
      keys.map(key => [assignment(key), `${key.meaning}\n${remarks(key)}`]),
    ),
  )
  return tables.join('\n\n')
}

/** `policy.clip=0.3`, as `--set` takes it, and the star. */
const assignment = (key: SettingKey): string =>
  `${key.path}${key.value === undefined ? '' : `=${plainSettings(key.value)}`}${departs(key) ? ' *' : ''}`

function remarks(key: SettingKey): string {
  const { path, wanted, general } = key
  const paper = paperValues[path]
  return [
    wanted,
    ...(departs(key) ? [`in general: ${plainSettings(general)}`] : []),
    ...(paper === undefined ? [] : [`paper: ${paper}`]),
  ].join('; ')
}

/** A text without quotes, as on a command line; anything else as JSON. */
export const plainSettings = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
