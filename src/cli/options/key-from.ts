/** The key in a variable of the environment; `null` if it is unset or empty. */
export function keyFrom(variable: string): string | null {
  const key = process.env[variable] ?? ''
  return key === '' ? null : key
}
