/** Which actors of a run are on other machines. Pure. */
import type { RunConfig } from '../../../config/config.ts'
import { addresses } from '../../../contracts/addresses.ts'

type Placement = RunConfig['placement']

/** Where nothing else is said. */
const usual: Placement = { [addresses.environments]: { on: null, threads: null } }

/** They share memory with the trainer, and with an engine that plays vector worlds. */
const sharing: readonly string[] = [addresses.players, 'worlds']

const roleOf = (actor: string): string => actor.replace(/\/\d+$/, '')

/**
 * @param given empty: every environment is elsewhere.
 * @param actors of the run, by name.
 * @returns where each of them is to be.
 * @throws {RangeError} if a role is none of theirs, or cannot be on another machine.
 */
export function whereaboutsOf(
  given: Placement,
  actors: readonly string[],
): (actor: string) => 'here' | { readonly on: string | null } {
  const placement = Object.keys(given).length === 0 ? usual : given
  const roles = [...new Set(actors.map(roleOf))]
  const isVector = roles.some(role => sharing.includes(role))
  const movable = roles.filter(role => !sharing.includes(role) && !(isVector && role === addresses.gpu))
  for (const role of Object.keys(placement)) {
    if (!movable.includes(role))
      throw new RangeError(
        `placement must name roles of this run that may be elsewhere, ${movable.join(', ')}, got ${role}`,
      )
  }
  const places = new Map(
    Object.entries(placement).flatMap(([role, { on, threads }]) =>
      actors
        .filter(actor => roleOf(actor) === role)
        .slice(0, threads ?? undefined)
        .map(actor => [actor, { on }] as const),
    ),
  )
  return actor => places.get(actor) ?? 'here'
}
