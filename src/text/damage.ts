import type { z } from 'zod'
import { shortened, preview } from './preview.ts'

/** Problems of one value that are reported at most. */
const maxShown = 3

/** The problems of a value in a run's files: the keys, the wanted values, the values found. Parse with `reportInput`. */
export function damageOf({ issues }: z.ZodError): string {
  const shownIssues = issues.slice(0, maxShown).map(({ path, message, input }) => {
    const key = shortened(path.map(String).join('.') || 'it', 120)
    return `${key}: ${shortened(message.replace(/^Invalid input: (.*?)(, received \w+)?$/, '$1'), 160)}, got ${preview(input)}`
  })
  const more = issues.length - shownIssues.length
  return [...shownIssues, ...(more > 0 ? [`${more} more`] : [])].join('; ')
}
