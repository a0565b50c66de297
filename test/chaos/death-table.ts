import { textTable } from '../../src/text/text-table.ts'
import type { Death } from '../../src/runtime/errors/death.ts'
import { ailments, roleOf, roles } from './mortals.ts'

/** How often each kind of actor died of what. */
export function deathTable(deaths: readonly Death[]): string {
  const causes = ['start', ...ailments] as const
  const right = causes.map(title => ({ title, align: 'right' as const }))
  const rows = roles.map(role => [
    role,
    ...causes.map(cause => String(deaths.filter(each => roleOf(each.actor) === role && each.cause === cause).length)),
  ])
  return textTable([{ title: 'deaths', align: 'left' }, ...right], rows)
}
