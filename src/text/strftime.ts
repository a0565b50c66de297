/**
 * A date by a format of Python's `strftime`, in English and at midnight UTC: neither clock, zone nor locale of the machine are in it.
 *
 * @param date ISO, e.g. `2026-01-31`.
 * @throws {RangeError} for a directive that is not known.
 */
export function strftime(date: string, format: string): string {
  const day = new Date(`${date}T00:00:00Z`)
  return format.replaceAll(/%(-?)([\s\S]?)/g, (directive, dash: string, letter: string) => {
    const written = directives[letter]?.(day)
    if (written === undefined) throw new RangeError(`strftime_now has no directive ${directive}`)
    return dash === '' ? written : written.replace(/^0+(?=.)/, '')
  })
}

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July'].concat(
  ...['August', 'September', 'October', 'November', 'December'],
)

const padded = (value: number, width = 2): string => String(value).padStart(width, '0')
const dayName = (day: Date): string => days[day.getUTCDay()] ?? ''
const monthName = (day: Date): string => months[day.getUTCMonth()] ?? ''
const year = (day: Date): string => padded(day.getUTCFullYear(), 4)
const month = (day: Date): string => padded(day.getUTCMonth() + 1)
const dayOfMonth = (day: Date): string => padded(day.getUTCDate())
const dayOfYear = (day: Date): number => 1 + (day.getTime() - Date.UTC(day.getUTCFullYear(), 0, 1)) / 86_400_000

/** By their letters: those of a date, then those of a time, which is midnight. */
const directives: Readonly<Record<string, (day: Date) => string>> = {
  a: day => dayName(day).slice(0, 3),
  A: dayName,
  w: day => String(day.getUTCDay()),
  d: dayOfMonth,
  e: day => String(day.getUTCDate()).padStart(2),
  b: day => monthName(day).slice(0, 3),
  B: monthName,
  m: month,
  y: day => year(day).slice(-2),
  Y: year,
  j: day => padded(dayOfYear(day), 3),
  F: day => `${year(day)}-${month(day)}-${dayOfMonth(day)}`,
  D: day => `${month(day)}/${dayOfMonth(day)}/${year(day).slice(-2)}`,
  x: day => `${month(day)}/${dayOfMonth(day)}/${year(day).slice(-2)}`,
  H: () => '00',
  I: () => '12',
  p: () => 'AM',
  M: () => '00',
  S: () => '00',
  f: () => '000000',
  T: () => '00:00:00',
  X: () => '00:00:00',
  R: () => '00:00',
  z: () => '',
  Z: () => '',
  '%': () => '%',
}
