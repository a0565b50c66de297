/**
 * A path or name as one word of a command line that a person copies: as it is where no shell reads anything into it,
 * else in quotes, by the shell of the system.
 *
 * @param platform as `process.platform`.
 */
export function shellWord(text: string, platform: string = process.platform): string {
  const safe = text.startsWith('-') ? `./${text}` : text
  if (platform === 'win32') return /^[\w.:\\/+-]+$/.test(safe) ? safe : `"${safe}"`
  return /^[\w.:/=@%+,-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", `'\\''`)}'`
}
