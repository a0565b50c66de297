import { csvField } from '../../text/csv-field.ts'

/**
 * A line of RFC 4180, with its end. `null` is an empty field, which is not the same as the empty text `""`.
 *
 * @param raw as of `csvField`.
 */
export const csvLine = (values: readonly (string | number | boolean | null)[], raw = false): string =>
  `${values.map(value => fieldOf(value, raw)).join(',')}\r\n`

function fieldOf(value: string | number | boolean | null, raw: boolean): string {
  if (value === null) return ''
  return typeof value === 'string' ? csvField(value, raw) : String(value)
}
