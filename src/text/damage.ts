import type { z } from 'zod'
import { shortened, shown } from './shown.ts'

/** Most problems of one value that are told. */
const maxTold = 3

/** What is wrong with a value of a run's files: the keys, what they have to be, what was found. Parse with `reportInput`. */
export function damageOf({ issues }: z.ZodError): string {
  const told = issues.slice(0, maxTold).map(({ path, message, input }) => {
    const key = shortened(path.map(String).join('.') || 'it', 120)
    return `${key}: ${shortened(message.replace(/^Invalid input: (.*?)(, received \w+)?$/, '$1'), 160)}, got ${shown(input)}`
  })
  const more = issues.length - told.length
  return [...told, ...(more > 0 ? [`${more} more`] : [])].join('; ')
}
